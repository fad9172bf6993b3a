import { useSyncExternalStore } from 'react'
import { Button } from '@/components/forms/button'
import { ExternalLink } from '@/components/ui/external-link'
import { Icon } from '@/components/ui/icon'
import { fitsQrCode, QrCode } from '@/components/ui/qr-code'
import { useStore } from '@/components/ui/store'
import { onChoices, type WalletChoice, walletChoices } from '@/components/wallet/connection/connection'
import { addressForPhone, WALLET_APPS } from '@/components/wallet/connection/wallet-apps'
import { SheetFrame, SheetNotice } from '@/components/wallet/sheets/sheet-frame'
import { type ChooseFlow, type ChooseView, demoWalletsLocked } from '@/components/wallet/sheets/sheets'

export function ChooseSheet({ flow }: { flow: ChooseFlow }) {
  const view = useStore(flow.view)
  const choices = useSyncExternalStore(onChoices, walletChoices, walletChoices)
  if (choices.length === 0) return <NoWallet flow={flow} />
  return (
    <SheetFrame title="Choose a wallet" onLeave={flow.leave}>
      <p className="text-ink-soft">Your wallet is your name here: you sign in by signing a text with it.</p>
      <ul className="space-y-2">
        {choices.map((choice) => (
          <li key={choice.uid}>
            <Choice choice={choice} connecting={view.connecting === choice.uid} pick={() => flow.pick(choice.uid)} />
          </li>
        ))}
      </ul>
      <div role="status">
        <ChooseNote view={view} name={choices.find((choice) => choice.uid === view.connecting)?.name ?? 'The wallet'} />
      </div>
    </SheetFrame>
  )
}

function Choice({ choice, connecting, pick }: { choice: WalletChoice; connecting: boolean; pick: () => void }) {
  return (
    <button
      type="button"
      onClick={pick}
      className="flex min-h-14 w-full cursor-pointer items-center gap-4 rounded-md border border-rule-strong bg-paper px-4 py-2 text-left hover:border-green hover:bg-green-wash"
    >
      {choice.icon ? (
        // biome-ignore lint/performance/noImgElement: a data URI of the wallet; there is nothing to optimise.
        <img src={choice.icon} alt="" width={32} height={32} className="size-8 rounded-sm" />
      ) : (
        <Icon name="wallet" className="size-8 text-ink-soft" />
      )}
      <span className="min-w-0 flex-1 truncate font-semibold">{choice.name}</span>
      {connecting ? <span className="text-sm text-ink-soft">Open it again</span> : <Icon name="onward" />}
    </button>
  )
}

function ChooseNote({ view, name }: { view: ChooseView; name: string }) {
  if (view.note === 'declined')
    return (
      <SheetNotice tone="neutral">
        You declined in the wallet. Nothing happened; choose again when you like.
      </SheetNotice>
    )
  if (view.note === 'failed')
    return (
      <SheetNotice tone="fault">
        The wallet did not connect. Unlock it, or close what is open in it, and try again.
      </SheetNotice>
    )
  if (view.note === 'no-account')
    return (
      <SheetNotice tone="fault">
        The wallet showed this site no account. Unlock it, or choose an account there, and try again.
      </SheetNotice>
    )
  if (view.note === 'asked-already')
    return <SheetNotice tone="warning">{name} is already asking: open it and answer there.</SheetNotice>
  if (view.connecting)
    return <SheetNotice tone="calm">Waiting for {name}: allow it to show this site an account.</SheetNotice>
  return null
}

function NoWallet({ flow }: { flow: ChooseFlow }) {
  const isLocked = useStore(demoWalletsLocked)
  return (
    <SheetFrame
      title="No wallet found"
      onLeave={flow.leave}
      actions={
        <>
          <Button kind="primary" wide onClick={() => location.reload()}>
            I have one now: look again
          </Button>
          <Button wide onClick={flow.leave}>
            Go on reading
          </Button>
        </>
      }
    >
      {isLocked ? (
        <SheetNotice tone="calm">
          This instance has demo wallets, for trying everything out. Open the address beside “Demo wallets” that the
          terminal printed when the service started; then they are offered here.
        </SheetNotice>
      ) : null}
      <p>You need none to read. To take part, you need a wallet: a program that keeps a key and signs with it.</p>
      <p>
        <strong>On a computer</strong>, install one as an extension of this browser, then look again.
      </p>
      <OnPhone />
      <p className="text-sm text-ink-soft">
        No coins are needed. A list to choose from:{' '}
        <ExternalLink href="https://ethereum.org/wallets/find-wallet" label="Find a wallet" />
      </p>
    </SheetFrame>
  )
}

/** A phone's wallet is available only in its app's browser. A link opens it there, and a wide screen shows a QR code of the page. */
function OnPhone() {
  const here = new URL(location.href)
  const page = addressForPhone(here)
  return (
    <section aria-label="With a wallet on a phone" className="space-y-3">
      <p>
        <strong>On a phone</strong>, open this page in the browser that is inside your wallet app:
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {WALLET_APPS.map(({ name, linkTo }) => (
          <li key={name}>
            <a href={linkTo(page)} rel="noopener" className="link inline-flex min-h-11 items-center font-semibold">
              {name}
            </a>
          </li>
        ))}
      </ul>
      {page.hash === here.hash ? null : (
        <p className="text-sm text-ink-soft">
          The address of this page holds more than a link to an app or a code can carry. There the page opens without
          it, and here it stays open.
        </p>
      )}
      {fitsQrCode(page.href) ? (
        <figure className="hidden items-center gap-4 sm:flex">
          <QrCode text={page.href} label="The address of this page, as a QR code" className="size-32 shrink-0" />
          <figcaption className="text-sm text-ink-soft">
            From this screen to your phone: scan it with the scanner of the wallet app, or with the camera. What you
            have recorded is there too; what you have typed stays here.
          </figcaption>
        </figure>
      ) : null}
    </section>
  )
}
