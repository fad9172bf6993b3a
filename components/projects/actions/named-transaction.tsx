'use client'

import { TextField } from '@/components/forms/fields'
import type { FieldProps } from '@/components/forms/use-form'
import { Hash } from '@/components/ui/hash'
import { chainName } from '@/lib/chain/labels'
import { explorerTransaction } from '@/lib/projects/explorers'

/** Chain and hash: read from the address of a known explorer, else asked for. */
export function NamedTransaction({ url, chainId, txHash }: { url: string; chainId: FieldProps; txHash: FieldProps }) {
  const shown = explorerTransaction(url.trim())
  const isSaidToo = chainId.value !== '' || txHash.value !== ''
  return (
    <>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {shown ? (
          <>
            This address shows a transaction on {chainName(shown.chainId)}: <Hash value={shown.txHash} />. It is looked
            up automatically.
          </>
        ) : null}
      </p>
      {shown && !isSaidToo ? null : (
        <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          <TextField {...txHash} kind="code" label="Transaction hash" placeholder="0x" />
          <TextField {...chainId} kind="decimal" label="Chain id" hint="8453 is Base, 1 is Ethereum." />
        </div>
      )}
    </>
  )
}
