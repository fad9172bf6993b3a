'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import { createIntents, NOTES, refused, sendAsActor } from '@/components/forms/use-write'
import { Notice } from '@/components/ui/notice'
import { sendFile } from '@/lib/api/upload-client'
import { uploadFile } from '@/lib/evidence/contract'

/**
 * Sends the files of a proof that is recorded, one after the other.
 * @param onEnd told what became of them: all are there, or some were left out.
 */
export function FilesOnTheWay({
  files,
  missionId,
  proofId,
  onEnd,
}: {
  files: readonly File[]
  missionId: string
  proofId: string
  onEnd: (words: string) => void
}) {
  const [at, setAt] = useState(0)
  const [fault, setFault] = useState<string | null>(null)
  const keys = useRef(createIntents())
  const busy = useRef(false)
  const ended = useRef(onEnd)
  ended.current = onEnd
  const { length: count } = files

  const sendFrom = useCallback(
    async (first: number) => {
      if (busy.current) return
      busy.current = true
      setFault(null)
      const words = await sendAll(files, first, { missionId, proofId, keys: keys.current, onSent: setAt })
      busy.current = false
      if (words === null) ended.current(count === 1 ? 'Its file is there.' : `Its ${count} files are there.`)
      else setFault(words)
    },
    [files, count, missionId, proofId],
  )
  useEffect(() => {
    if (count > 0) void sendFrom(0)
  }, [count, sendFrom])

  if (count === 0) return null
  if (fault === null)
    return (
      <p role="status" className="text-ink-soft">
        Your proof is recorded. Sending file {Math.min(at + 1, count)} of {count} …
      </p>
    )
  return (
    <Notice tone="fault" as="div" role="alert">
      <p>
        Your proof is recorded, but file {at + 1} of {count} is not there: {fault}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={() => void sendFrom(at)}>Try again</Button>
        <Button kind="quiet" onClick={() => onEnd(`${at} of ${count} files are there.`)}>
          Go on without
        </Button>
      </div>
    </Notice>
  )
}

interface Sending {
  readonly missionId: string
  readonly proofId: string
  readonly keys: ReturnType<typeof createIntents>
  /** Told how many are there. */
  readonly onSent: (count: number) => void
}

/** @returns why one could not be sent; null once all are there. */
async function sendAll(files: readonly File[], first: number, sending: Sending): Promise<string | null> {
  const { missionId, proofId, keys, onSent } = sending
  for (const [index, file] of files.entries()) {
    if (index < first) continue
    const key = keys.keyOf([proofId, index, file.name, file.size, file.lastModified])
    const { signal } = new AbortController()
    const sent = { params: { id: missionId }, file, proofId, key, signal, onProgress: () => undefined }
    try {
      const answer = await sendAsActor(() => sendFile(uploadFile, sent))
      if (typeof answer === 'string') return NOTES[answer]
    } catch (fault) {
      const { fault: words, fieldErrors } = refused(fault)
      return words ?? Object.values(fieldErrors ?? {})[0] ?? 'It was refused.'
    }
    keys.done()
    onSent(index + 1)
  }
  return null
}
