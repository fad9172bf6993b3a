import { readById, refusedFile } from '@/app/file-answer'
import { fileLink } from '@/lib/evidence/queries'

export const dynamic = 'force-dynamic'

/** Leads to a new link to the file's bytes, so that a page that is read later, or without scripts, never holds a dead one. */
export async function GET(_request: Request, { params }: RouteContext<'/missions/[id]/files/[file]'>) {
  try {
    const { downloadUrl } = await readById((await params).file, fileLink)
    return new Response(null, { status: 302, headers: { location: downloadUrl, 'cache-control': 'no-store' } })
  } catch (error) {
    return refusedFile(error)
  }
}
