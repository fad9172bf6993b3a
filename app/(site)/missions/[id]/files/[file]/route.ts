import { readById, refusedFile } from '@/app/file-answer'
import { fileLink } from '@/lib/evidence/queries'

export const dynamic = 'force-dynamic'

/** Redirects to a fresh link to the bytes of one of the mission's files, so that an old page, or one without scripts, holds no expired link. */
export async function GET(_request: Request, { params }: RouteContext<'/missions/[id]/files/[file]'>) {
  try {
    const { id, file } = await params
    const { downloadUrl } = await readById(id, (missionId) => readById(file, (fileId) => fileLink(missionId, fileId)))
    return new Response(null, { status: 302, headers: { location: downloadUrl, 'cache-control': 'no-store' } })
  } catch (error) {
    return refusedFile(error)
  }
}
