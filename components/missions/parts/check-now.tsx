'use client'

import { Button } from '@/components/forms/button'
import { useWrite } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { warmWallet } from '@/components/wallet/wallet'
import { CHECK_LABELS } from '@/lib/chain/labels'
import { recheckTransaction } from '@/lib/projects/tx-check-contract'

export interface CheckedPart {
  readonly missionId: string
  readonly recordType: 'funding' | 'evidence'
  readonly recordId: string
}

export function CheckNow({ missionId, recordType, recordId }: CheckedPart) {
  const write = useWrite(recheckTransaction, {
    done: ({ check }) => ({ words: `The automatic check ran again: ${CHECK_LABELS[check.status].word}.` }),
  })
  const run = () => void write.submit({ params: { id: missionId }, body: { recordType, recordId } })
  return (
    <div className="mt-3 space-y-3" onPointerEnter={warmWallet}>
      <Button busy={write.busy} onClick={run}>
        {write.busy ? 'Looking it up …' : 'Look it up again'}
      </Button>
      <WriteResult write={write} />
    </div>
  )
}
