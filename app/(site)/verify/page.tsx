import { pageMetadata } from '@/app/record-metadata'
import { PageHead } from '@/components/layout/page-head'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { ExactText } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { Explanations } from '@/components/verify/explanations'
import { ReceiptChecker } from '@/components/verify/receipt-checker'
import { StorageAway } from '@/lib/db/faults'
import { trustedKeys } from '@/lib/receipts/signed-under'
import { checkCommand, type KeyPeriod } from '@/lib/verify/key-period'

export const generateMetadata = () =>
  pageMetadata({
    path: '/verify',
    title: 'Check a receipt',
    description: 'Checks every hash and signature of a receipt in your browser. The file never leaves it.',
  })

/**
 * Checking needs no database, but without one nobody knows the service's keys: this process's own may have been replaced, and
 * those before it are unknown.
 */
async function keysAtHand(): Promise<readonly KeyPeriod[]> {
  try {
    return await trustedKeys()
  } catch (fault) {
    if (fault instanceof StorageAway) return []
    throw fault
  }
}

export default async function VerifyPage() {
  const trusted = await keysAtHand()
  return (
    <>
      <PageHead
        title="Check a receipt"
        lead="A receipt proves itself. Drop its file, and your browser computes every hash, recovers every signer and walks the histories. It asks no server, this one included."
      />
      <div className="needs-script mt-8">
        <ReceiptChecker
          trusted={trusted}
          icons={{
            receipt: <Icon name="receipt" className="mx-auto size-10 text-green" />,
            paste: <Icon name="raw" className="turns size-3.5" />,
          }}
        />
      </div>
      <noscript>
        <Notice tone="warning" className="mt-8">
          Checking needs JavaScript here. Without it, <code>npm run verify-receipt -- FILE</code> in the source of this
          service does the same.
        </Notice>
      </noscript>
      <Section id="about" title="What each check means">
        <Explanations />
      </Section>
      <Section id="offline" title="Without this site">
        <div className="max-w-prose space-y-3">
          <p>
            Every receipt’s page offers the file under “Download as JSON”. The same checks run in a shell, from the
            source of this service:
          </p>
          <ExactText text={checkCommand('receipt.json', trusted)} />
          <p className="text-ink-soft">{keysWords(trusted)}</p>
        </div>
      </Section>
    </>
  )
}

const KEEP = 'Keep a copy somewhere else: it tells you later that a receipt came from here.'

function keysWords({ length }: readonly KeyPeriod[]): string {
  if (length === 0)
    return 'The public keys of this service cannot be read at the moment. Come back for them: behind the file, they tell you whether a receipt came from here.'
  return length === 1
    ? `The long word is the public key of this service. ${KEEP}`
    : `The long words are the public keys of this service, the newest first; behind @ stands when a key was replaced. ${KEEP}`
}
