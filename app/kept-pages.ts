import { isBareSite } from '@/lib/env'

/**
 * The `generateStaticParams` of a page that shows a record. Behind our front such a page is made when it is first asked
 * for, and kept for a while; where the front is missing it is made anew for each reader, whose nonce it carries.
 */
export const keptPages = isBareSite ? undefined : (): [] => []
