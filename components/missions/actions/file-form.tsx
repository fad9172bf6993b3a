'use client'

import { useRouter } from 'next/navigation'
import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ACCEPTED_FILES, FILES_HINT, fileFault } from '@/components/evidence/chosen-file'
import { sizeWords } from '@/components/evidence/file-facts'
import { Button } from '@/components/forms/button'
import { FieldFrame } from '@/components/forms/field-frame'
import { type Choice, ChoiceField } from '@/components/forms/fields'
import { createIntents } from '@/components/forms/intents'
import { useFreshErrors } from '@/components/forms/use-form'
import { usePressed } from '@/components/forms/use-pressed'
import { IDLE, NOTES, refused, sendAsActor } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { Acted, Panel, useRefusal } from '@/components/record/actions/action-form'
import { Notice } from '@/components/ui/notice'
import { Name } from '@/components/ui/prose'
import { ActingAs } from '@/components/wallet/acting-as'
import { sendFile } from '@/lib/api/upload-client'
import { uploadFile } from '@/lib/evidence/contract'
import { PROOF_KIND_LABELS } from '@/lib/missions/labels'
import type { MissionRecord, ProofView } from '@/lib/missions/schemas'

const REQUIRED = { min: 0, max: null, required: true }

export function FileForm({ mission }: MissionFormProps) {
  const acted = use(Acted)
  const [file, setFile] = useState<File | null>(null)
  const [proofId, setProofId] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload(mission.id)
  const { outcome, busy, fieldErrors, sent } = upload
  useRefusal(upload, use(Panel))
  const { errorAt, shownErrors } = useFreshErrors(fieldErrors)
  const choices = fileChoices(mission)
  // The chosen proof may have been reviewed meanwhile.
  const isStillOpen = choices.some(({ value }) => value === proofId)
  const chosenId = isStillOpen ? proofId : ''
  useEffect(() => {
    if (outcome) acted(outcome)
  }, [outcome, acted])
  // With the words that say so, as in every form.
  useLayoutEffect(() => {
    if (fieldErrors['file']) input.current?.focus()
  }, [fieldErrors])

  if (outcome) return null
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        upload.submit(file, chosenId)
      }}
    >
      <FieldFrame label="File" hint={`${FILES_HINT}. Public for good.`} error={errorAt('file', file)} bounds={REQUIRED}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            name="file"
            accept={ACCEPTED_FILES}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            className={`${control.className} file:mr-4 file:min-h-8 file:cursor-pointer file:rounded-sm file:bg-vellum file:px-3 file:font-semibold`}
          />
        )}
      </FieldFrame>
      {file ? <p className="-mt-3 text-sm text-ink-soft">{sizeWords(file.size)}</p> : null}
      {isStillOpen ? null : (
        <Notice tone="warning" className="text-sm">
          The proof that you chose was reviewed meanwhile and takes no more files. This one goes to the mission as a
          whole.
        </Notice>
      )}
      {choices.length > 1 ? (
        <ChoiceField
          name="proofId"
          value={chosenId}
          onChange={setProofId}
          error={errorAt('proofId', chosenId)}
          bounds={REQUIRED}
          label="What it belongs to"
          choices={choices}
        />
      ) : null}
      <ActingAs />
      {sent === null ? (
        <Button kind="primary" submits busy={busy}>
          {busy ? 'Sending …' : 'Add this file'}
        </Button>
      ) : (
        <UploadProgress sent={sent} onStop={upload.stop} />
      )}
      <WriteResult write={{ ...upload, fieldErrors: shownErrors() }} />
    </form>
  )
}

/** The number of a proof among those of its milestone, by which the page calls it. */
const attemptOf = (proof: ProofView, proofs: readonly ProofView[]) =>
  proofs.filter(({ milestoneId }) => milestoneId === proof.milestoneId).indexOf(proof) + 1

/**
 * What a file of the contributor can belong to. It can join a proof only until its review, because a verifier signs the files that
 * the proof has then, and only the contributor's own: a restored one may be of the contributor before.
 */
export function fileChoices({ proofs, milestones, contributorWallet }: MissionRecord): readonly Choice[] {
  const own = proofs.filter(({ status, submittedBy }) => status === 'submitted' && submittedBy === contributorWallet)
  const ofProofs = own.map((proof) => ({
    value: proof.id,
    label: `Proof ${attemptOf(proof, proofs)} (${PROOF_KIND_LABELS[proof.kind]})`,
    hint: <Name text={milestones.find(({ id }) => id === proof.milestoneId)?.title ?? ''} />,
  }))
  return [{ value: '', label: 'The mission as a whole' }, ...ofProofs]
}

/** Progress is announced at each quarter only, so that a screen reader is not interrupted all the time. */
const QUARTERS = 4

/** The progress of an upload, and a button to stop it. @param sent from 0 to 1. */
function UploadProgress({ sent, onStop }: { sent: number; onStop: () => void }) {
  const percent = Math.floor(sent * 100)
  const aloud = (Math.floor(sent * QUARTERS) * 100) / QUARTERS
  const isThere = sent >= 1
  return (
    <div className="max-w-md">
      <progress
        aria-label="Upload"
        value={sent}
        max={1}
        className="block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-vellum accent-green [&::-moz-progress-bar]:bg-green [&::-webkit-progress-bar]:bg-vellum [&::-webkit-progress-value]:bg-green"
      />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
        <p aria-hidden="true" className="tabular-nums">
          {isThere ? 'All of it is there. It is being recorded …' : `${percent} % sent`}
        </p>
        <p role="status" className="sr-only">
          {isThere ? 'All of it is there.' : `${aloud} percent sent`}
        </p>
        {isThere ? null : (
          <Button kind="quiet" onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
    </div>
  )
}

const STOPPED = 'You stopped the upload. The file is still chosen.'

/** Sends a file like `useWrite`, and reports its progress as `sent`: from 0 to 1, null while nothing is being sent. */
function useUpload(missionId: string) {
  const router = useRouter()
  const [state, setState] = useState(IDLE)
  const [sent, setSent] = useState<number | null>(null)
  const stopping = usePressed<AbortController>(state)
  const [keys] = useState(() => createIntents())

  const send = async (file: File, proofId: string, { signal }: AbortController) => {
    setState({ ...IDLE, busy: true })
    const fault = await fileFault(file)
    if (fault !== null) return setState({ ...IDLE, fieldErrors: { file: `This file ${fault}.` } })
    const key = keys.keyOf([missionId, proofId, file.name, file.size, file.lastModified])
    try {
      const answer = await sendAsActor(() => {
        setSent(0)
        return sendFile(uploadFile, { params: { id: missionId }, file, proofId, key, signal, onProgress: setSent })
      })
      if (typeof answer === 'string') return setState({ ...IDLE, note: NOTES[answer] })
      keys.done()
      const href = `#file-${answer.result.file.id}`
      setState({ ...IDLE, outcome: { words: 'The file is recorded, and its hash stands in the history.', href } })
      router.refresh()
    } catch (fault) {
      setState({ ...IDLE, ...(signal.aborted ? { note: STOPPED } : refused(fault)) })
    }
  }
  const submit = (file: File | null, proofId: string) => {
    if (stopping.current) return
    if (!file) return setState({ ...IDLE, fieldErrors: { file: 'Choose a file.' } })
    const stopper = new AbortController()
    stopping.current = stopper
    void send(file, proofId, stopper).finally(() => setSent(null))
  }
  return { ...state, sent, submit, stop: () => stopping.current?.abort() }
}
