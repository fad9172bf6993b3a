import { prepareSite } from '@/server/build'

/** The production build of the site and of its workers, made when it is missing or stale. */
export const buildService = (say: (words: string) => void): Promise<void> => prepareSite({ say })
