import { ensureBuild, ensureGenerated } from '@/server/build'

/** The site's production build, made when it is missing or stale. */
export async function buildService(say: (words: string) => void): Promise<void> {
  await ensureGenerated({ say })
  await ensureBuild({ say })
}
