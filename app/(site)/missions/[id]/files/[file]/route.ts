import { readById, refusedFile } from '@/app/file-answer'
import { fileLink } from '@/lib/evidence/queries'

export const dynamic = 'force-dynamic'

/** Redirects to a fresh link to the file's bytes, so that an old page, or one without scripts, holds no expired link. */
export async function GET(_request: Request, { params }: RouteContext<'/missions/[id]/files/[file]'>) {
  try {
    const { downloadUrl } = await readById((await params).file, fileLink)
    return new Response(null, { status: 302, headers: { location: downloadUrl, 'cache-control': 'no-store' } })
  } catch (error) {
    return refusedFile(error)
  }
}
