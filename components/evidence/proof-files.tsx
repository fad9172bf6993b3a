'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { ACCEPTED_FILES, FILES_HINT, faultOf } from '@/components/evidence/chosen-file'
import { sizeWords } from '@/components/evidence/file-facts'
import { Button } from '@/components/forms/button'
import { FieldFrame } from '@/components/forms/field-frame'
import { createIntents } from '@/components/forms/intents'
import { NOTES, refused, sendAsActor } from '@/components/forms/use-write'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { sendFile } from '@/lib/api/upload-client'
import { uploadFile } from '@/lib/evidence/contract'

const FILES_MAX = 5
const OPTIONAL = { min: 0, max: null, required: false }

/** A field for files that go with the form, each on a line with a thumbnail if it is an image. */
export function FilesField({
  files,
  onChange,
}: {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}) {
  const [error, setError] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  // The browser itself says beside its button how many files are chosen, so it is told of all of them.
  useEffect(() => {
    const input = place.current?.querySelector('input')
    if (input) input.files = fileListOf(files)
  }, [files])
  const add = (chosen: readonly File[]) => {
    const good = chosen.filter((file) => faultOf(file) === null)
    const all = [...files, ...good].slice(0, FILES_MAX)
    const isCut = files.length + good.length > FILES_MAX
    setError(
      chosen.map(faultOf).find((fault) => fault !== null) ??
        (isCut ? `At most ${FILES_MAX} files at once.` : undefined),
    )
    onChange(all)
  }
  return (
    <div ref={place}>
      <FieldFrame
        label="Files that show it"
        hint={`${FILES_HINT} each. Public for good; they join the proof once it is recorded.`}
        error={error}
        bounds={OPTIONAL}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            accept={ACCEPTED_FILES}
            onChange={(event) => add([...(event.target.files ?? [])])}
            className={`${control.className} file:mr-4 file:min-h-8 file:cursor-pointer file:rounded-sm file:bg-vellum file:px-3 file:font-semibold`}
          />
        )}
      </FieldFrame>
      {files.length > 0 ? (
        <ul className="mt-2 divide-y divide-rule border-y border-rule">
          {files.map((file, index) => (
            <li key={`${file.name}-${file.lastModified}-${file.size}`} className="flex items-center gap-3 py-2">
              <Thumbnail file={file} />
              <span className="min-w-0 grow [overflow-wrap:anywhere]">
                {file.name} <span className="text-sm text-ink-soft">{sizeWords(file.size)}</span>
              </span>
              <Button
                kind="quiet"
                onClick={() => {
                  onChange(files.filter((_file, at) => at !== index))
                  // The pressed button goes with its file.
                  place.current?.querySelector('input')?.focus()
                }}
              >
                Remove<span className="sr-only"> {file.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function fileListOf(files: readonly File[]): FileList {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer.files
}

const SIZE_PX = 56

/** Drawn from the file itself, so its bytes never get a URL. */
function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isGone = false
    if (file.type.startsWith('image/'))
      createImageBitmap(file)
        .then((picture) => {
          const context = canvas.current?.getContext('2d')
          if (isGone || !context) return
          const side = Math.min(picture.width, picture.height)
          const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
          context.drawImage(picture, left, top, side, side, 0, 0, SIZE_PX, SIZE_PX)
          picture.close()
          setDrawn(true)
        })
        .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [file])
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-14 shrink-0 items-center justify-center rounded-sm border border-rule bg-vellum text-ink-soft"
    >
      <canvas ref={canvas} width={SIZE_PX} height={SIZE_PX} hidden={!isDrawn} className="size-full" />
      {isDrawn ? null : <Icon name="raw" className="size-5" />}
    </span>
  )
}

function thereWords(there: number, count: number): string {
  if (there < count) return count === 1 ? 'Its file is not there.' : `${there} of ${count} files are there.`
  return count === 1 ? 'Its file is there.' : `Its ${count} files are there.`
}

/**
 * Sends the files of a recorded proof, one after the other. One that is refused may be left out; the others follow.
 * @param onEnd called after the last file with the result: all are there, or some were left out.
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
  const [keys] = useState(() => createIntents())
  const busy = useRef(false)
  const there = useRef(new Set<number>())
  const ended = useRef(onEnd)
  ended.current = onEnd
  const { length: count } = files

  const sendFrom = useCallback(
    async (first: number) => {
      if (busy.current) return
      busy.current = true
      setFault(null)
      setAt(first)
      let words: string | null = null
      for (const [index, file] of [...files.entries()].slice(first)) {
        const key = keys.keyOf([proofId, index, file.name, file.size, file.lastModified])
        words = await sendOne(file, missionId, proofId, key)
        if (words !== null) break
        keys.done()
        there.current.add(index)
        setAt(index + 1)
      }
      busy.current = false
      if (words === null) ended.current(thereWords(there.current.size, count))
      else setFault(words)
    },
    [files, count, missionId, proofId, keys],
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
        <Button kind="quiet" onClick={() => void sendFrom(at + 1)}>
          Go on without
        </Button>
      </div>
    </Notice>
  )
}

/** @returns why the file could not be sent; null once it is stored. */
async function sendOne(file: File, missionId: string, proofId: string, key: string): Promise<string | null> {
  const { signal } = new AbortController()
  const sent = { params: { id: missionId }, file, proofId, key, signal, onProgress: () => undefined }
  try {
    const answer = await sendAsActor(() => sendFile(uploadFile, sent))
    return typeof answer === 'string' ? NOTES[answer] : null
  } catch (fault) {
    const { fault: words, fieldErrors } = refused(fault)
    return words ?? Object.values(fieldErrors ?? {})[0] ?? 'It was refused.'
  }
}
