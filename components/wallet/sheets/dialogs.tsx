'use client'

import { useEffect, useRef } from 'react'
import { useStore } from '@/components/ui/store'
import { ChooseSheet } from '@/components/wallet/sheets/choose-sheet'
import { announcement, lastRecorded, type Sheet, sheets } from '@/components/wallet/sheets/sheets'
import { showResult } from '@/components/wallet/sheets/show-result'
import { SignatureSheet } from '@/components/wallet/sheets/signature-sheet'
import { TwoWalletsSheet } from '@/components/wallet/sheets/two-wallets-sheet'

/** The wallet's one dialog: a sheet at the bottom of a phone, a card in the middle of a desk. */
export function Dialogs() {
  const open = useStore(sheets)
  const said = useStore(announcement)
  const top = open.at(-1)
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = top !== undefined

  useEffect(() => {
    const element = dialog.current
    if (isOpen) {
      if (element && !element.open) {
        element.showModal()
        // The browser would choose the close button, which tells nobody what this is about.
        element.querySelector('h2')?.focus()
      }
      document.documentElement.classList.add('overflow-hidden')
      return
    }
    // One sheet may be about to follow another: closing in between would throw the focus about.
    const timer = setTimeout(() => {
      element?.close()
      document.documentElement.classList.remove('overflow-hidden')
      const recorded = lastRecorded.get()
      lastRecorded.set(null)
      if (recorded) showResult(recorded)
    })
    return () => clearTimeout(timer)
  }, [isOpen])

  // The browser closes a dialog on a second Esc whatever the page says.
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
