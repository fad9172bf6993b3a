import { partPages } from '@/app/part-pages'
import { ProofPage } from '@/components/missions/proof-card'
import { findProofPage } from '@/lib/missions/queries'

/** Every proof of a mission, including those that its own page leaves out. */
const { generateMetadata, Page } = partPages('Mission proofs', findProofPage, (found, id, page) => (
  <ProofPage found={found} path={`/missions/${id}`} page={page} />
))

export { generateMetadata }
export default Page
