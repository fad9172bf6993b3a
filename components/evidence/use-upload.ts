'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useRef, useState } from 'react'
import { faultOf } from '@/components/evidence/chosen-file'
import {
  createIntents,
  IDLE,
  type Intents,
  NOTES,
  refused,
  sendAsActor,
  type WriteState,
} from '@/components/forms/use-write'
import { sendFile } from '@/lib/api/upload-client'
import { uploadFile } from '@/lib/evidence/contract'
import type { FileView } from '@/lib/evidence/schemas'

export interface Upload extends WriteState {
  /** How much has left, from 0 to 1; null while nothing is sent. */
  readonly sent: number | null
  submit(file: File | null, proofId: string): void
  stop(): void
}

const STOPPED = 'You stopped the upload. The file is still chosen.'

/**
 * The write that brings a file: like `useWrite`, and it tells how much of it has left.
 * @param done what the record says now.
 */
export function useUpload(missionId: string, done: (file: FileView) => WriteState['outcome']): Upload {
  const router = useRouter()
  const [state, setState] = useState(IDLE)
  const [sent, setSent] = useState<number | null>(null)
  const stopping = useRef<AbortController | null>(null)
  const intents = useRef<Intents | null>(null)
  intents.current ??= createIntents()
  const { current: keys } = intents
  const latest = useRef(done)
  latest.current = done

  const send = useCallback(
    async (file: File, proofId: string, { signal }: AbortController) => {
      setState({ ...IDLE, busy: true })
      const key = keys.keyOf([missionId, proofId, file.name, file.size, file.lastModified])
      try {
        const answer = await sendAsActor(() => {
          setSent(0)
          return sendFile(uploadFile, { params: { id: missionId }, file, proofId, key, signal, onProgress: setSent })
        })
        if (typeof answer === 'string') return setState({ ...IDLE, note: NOTES[answer] })
        keys.done()
        setState({ ...IDLE, outcome: latest.current(answer.result.file) })
        router.refresh()
      } catch (fault) {
        setState({ ...IDLE, ...(signal.aborted ? { note: STOPPED } : refused(fault)) })
      }
    },
    [keys, missionId, router],
  )

  const submit = useCallback(
    (file: File | null, proofId: string) => {
      if (stopping.current) return
      const fault = faultOf(file)
      if (!file || fault) return setState({ ...IDLE, fieldErrors: { file: fault ?? '' } })
      const stopper = new AbortController()
      stopping.current = stopper
      void send(file, proofId, stopper).finally(() => {
        stopping.current = null
        setSent(null)
      })
    },
    [send],
  )
  const stop = useCallback(() => stopping.current?.abort(), [])
  return { ...state, sent, submit, stop }
}
