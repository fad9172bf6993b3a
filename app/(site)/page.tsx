import { homeMetadata } from '@/app/record-metadata'
import { Home } from '@/components/home/home'
import { listChallenges } from '@/lib/challenges/queries'
import { findGrowths } from '@/lib/history/growth'
import { listMissions } from '@/lib/missions/queries'
import { ON_HOME } from '@/lib/pages/page-version'
import { listReceipts } from '@/lib/receipts/queries'

export const generateMetadata = homeMetadata

export default async function HomePage() {
  const [open, seeds, latest] = await Promise.all([
    listChallenges(ON_HOME.challenges),
    listMissions(ON_HOME.missions),
    listReceipts(ON_HOME.receipts),
  ])
  const growths = await findGrowths([...open.challenges, ...seeds.missions])
  return <Home challenges={open.challenges} missions={seeds.missions} growths={growths} receipts={latest.receipts} />
}
