'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/forms/button'
import { focusOn, rememberPlace } from '@/components/ui/focus'
import { shortAddress } from '@/components/ui/short-address'
import { useStore } from '@/components/ui/store'
import { ChooseSheet } from '@/components/wallet/sheets/choose-sheet'
import { SheetFrame, SheetNotice } from '@/components/wallet/sheets/sheet-frame'
import { announcement, lastRecorded, type Sheet, sheets, type TwoWalletsFlow } from '@/components/wallet/sheets/sheets'
import { SignatureSheet } from '@/components/wallet/sheets/signature-sheet'
import type { Outcome } from '@/components/wallet/signing/job'
import { WalletFacts } from '@/components/wallet/wallet-facts'
import { useWallet } from '@/components/wallet/wallet-store'

/** The only dialog of the wallet: a sheet at the bottom of a phone, a card in the middle of a wide screen. */
export function Dialogs() {
  const open = useStore(sheets)
  const said = useStore(announcement)
  const top = open.at(-1)
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = top !== undefined
  const returnFocus = useRef<(() => void) | null>(null)

  useEffect(() => {
    const element = dialog.current
    if (isOpen) {
      if (element && !element.open) {
        returnFocus.current = rememberPlace()
        element.showModal()
        // By default the browser focuses the close button, which does not say what the dialog is about.
        element.querySelector('h2')?.focus()
      }
      document.documentElement.classList.add('overflow-hidden')
      return
    }
    // Another sheet may follow at once. Closing in between would move the focus back and forth.
    const timer = setTimeout(() => {
      element?.close()
      document.documentElement.classList.remove('overflow-hidden')
      const recorded = lastRecorded.get()
      lastRecorded.set(null)
      // The button that was pressed may be gone: after a sign-in, and where nothing on the page shows the result.
      if (!recorded || !showResult(recorded)) returnFocus.current?.()
    })
    return () => clearTimeout(timer)
  }, [isOpen])

  // The browser closes a dialog on a second Esc, even if the page prevents it. While a signature is recorded, the sheet stays.
  const onClose = () => {
    const left = sheets.get().at(-1)
    left?.flow.leave()
    if (sheets.get().length > 0) dialog.current?.showModal()
  }

  return (
    <>
      <dialog
        ref={dialog}
        aria-labelledby="wallet-sheet"
        onClose={onClose}
        className="m-0 mt-auto max-h-[94dvh] w-full max-w-none flex-col overscroll-contain rounded-t-md border-t-4 border-green bg-leaf text-ink backdrop:bg-[rgb(0_0_0/0.5)] open:flex motion-safe:transition motion-safe:duration-200 motion-safe:starting:open:translate-y-6 motion-safe:starting:open:opacity-0 sm:m-auto sm:max-h-[88dvh] sm:max-w-lg sm:rounded-md sm:border sm:border-t-4 sm:border-rule-strong sm:border-t-green"
      >
        {top ? <SheetContent sheet={top} /> : null}
      </dialog>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

function SheetContent({ sheet }: { sheet: Sheet }) {
  if (sheet.kind === 'choose') return <ChooseSheet flow={sheet.flow} />
  if (sheet.kind === 'two-wallets') return <TwoWalletsSheet flow={sheet.flow} />
  return <SignatureSheet key={sheet.flow.address} flow={sheet.flow} />
}

function TwoWalletsSheet({ flow }: { flow: TwoWalletsFlow }) {
  const { connected } = useWallet()
  return (
    <SheetFrame
      title="Two wallets"
      onLeave={flow.leave}
      actions={
        <>
          <Button kind="primary" wide onClick={flow.signInAsOther}>
            Sign in as {connected ? shortAddress(connected.address) : 'another wallet'}
          </Button>
          <Button wide onClick={flow.leave}>
            Not now
          </Button>
        </>
      }
    >
      <SheetNotice tone="warning">
        You are signed in with one account, and your wallet shows this site another. Nothing is sent until they agree.
      </SheetNotice>
      <WalletFacts />
      <p>
        To stay {shortAddress(flow.signedIn)}, switch back to it in your wallet: this closes by itself. Or sign in as
        the other, and then send again what you wanted to send.
      </p>
    </SheetFrame>
  )
}

/** The element where a page shows a result (components/forms/write-result.tsx). */
const RESULT = 'main [role="status"][tabindex="-1"]'

/**
 * Moves focus and view to the recorded result: the part of this page that it links to, otherwise the result message.
 * @returns whether the page has one of them.
 */
function showResult({ href }: Outcome): boolean {
  const { pathname, hash } = new URL(href ?? '', location.href)
  const part = href && pathname === location.pathname ? document.getElementById(hash.slice(1)) : null
  const message = [...document.querySelectorAll<HTMLElement>(RESULT)].find((place) => place.textContent)
  const place = part ?? message
  if (!place) return false
  // A phone shows only the part of a record that the address names.
  if (place === part && part.getClientRects().length === 0) location.hash = hash
  focusOn(place)
  place.scrollIntoView({ block: 'center' })
  return true
}
