import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { siteOpenGraph } from '@/app/record-metadata'
import { BottomBar } from '@/components/layout/navigation'
import { PageFrame } from '@/components/layout/page-frame'
import { SiteFooter } from '@/components/layout/site-footer'
import { SiteHeader } from '@/components/layout/site-header'
import { Icon } from '@/components/ui/icon'
import { WalletButton } from '@/components/wallet/wallet-button'
import { appUrl, serviceName } from '@/lib/env'

// The service's name and address are known only at run time, so no page below is rendered during the build. Our own server
// caches each version of a page (docs/architecture.md#a-file-a-page-a-read); Next caches none.
export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  const name = serviceName()
  return {
    metadataBase: new URL(appUrl()),
    applicationName: name,
    title: { default: `${name}: promises become proof`, template: `%s · ${name}` },
    description:
      'Public challenges that a community decides, missions that grow from them, and permanent receipts: every step signed by a wallet.',
    openGraph: siteOpenGraph(),
    twitter: { card: 'summary_large_image' },
  }
}

/** The frame of every page that shows the service's name, which is known only at run time. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  const name = serviceName()
  return (
    <>
      <SiteHeader name={name}>
        {/* Rendered on the server. Otherwise every page's scripts would contain all icons. */}
        <WalletButton icon={<Icon name="wallet" className="size-5 max-small:hidden" />} />
      </SiteHeader>
      <PageFrame>{children}</PageFrame>
      <SiteFooter name={name} />
      <BottomBar />
    </>
  )
}
