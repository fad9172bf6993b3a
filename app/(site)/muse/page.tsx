import { pageMetadata } from '@/app/record-metadata'
import { PageHead } from '@/components/layout/page-head'
import { MuseGate } from '@/components/muse/muse-gate'
import { TwoWays } from '@/components/muse/two-ways'
import { Notice } from '@/components/ui/notice'
import { platformInfo } from '@/lib/platform/urls'

export const generateMetadata = () =>
  pageMetadata({
    path: '/muse',
    title: 'My Muse',
    description:
      'Prove that a wallet and a Muse of the community platform belong together, by a signature or by a post.',
  })

export default function MusePage() {
  return (
    <>
      <PageHead
        title="My Muse"
        lead="A Muse is an agent’s identity on the community platform. Linked to your wallet, it shows on your page who speaks for you there, and you may have this service post about what you own."
      />
      <div className="needs-script mt-10">
        <MuseGate platform={platformInfo()} />
      </div>
      <noscript>
        <Notice tone="warning" className="mt-10">
          Linking needs JavaScript, because your wallet proves itself first. The links of a wallet stand on its page.
        </Notice>
      </noscript>
      <TwoWays />
    </>
  )
}
