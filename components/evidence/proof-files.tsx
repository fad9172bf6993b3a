'use client'

import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '@/client/src/errors'
import { ACCEPTED_FILES, contentFault, FILES_HINT, fileFault, sizeFault } from '@/components/evidence/chosen-file'
import { sizeWords } from '@/components/evidence/file-facts'
import { Button } from '@/components/forms/button'
import { FieldFrame } from '@/components/forms/field-frame'
import { createIntents } from '@/components/forms/intents'
import { NOTES, refused, sendAsActor } from '@/components/forms/use-write'
import { bringIntoView, focusOn } from '@/components/ui/focus'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { sendFile } from '@/lib/api/upload-client'
import { uploadFile } from '@/lib/evidence/contract'

const FILES_MAX = 5
const OPTIONAL = { min: 0, max: null, required: false }

/** Why chosen files are not among those of the form, each by its name. */
export const leftOut = (faults: ReadonlyMap<Pick<File, 'name'>, string | null>): readonly string[] =>
  [...faults].flatMap(([{ name }, fault]) => (fault === null ? [] : [`${name} was left out: it ${fault}.`]))

/** A field for files that go with the form, each on a line with a thumbnail if it is an image. */
export function FilesField({
  files,
  onChange,
}: {
  files: readonly File[]
  onChange: Dispatch<SetStateAction<readonly File[]>>
}) {
  const [error, setError] = useState('')
  const place = useRef<HTMLDivElement>(null)
  // The browser itself says beside its button how many files are chosen, so it is told of all of them.
  useEffect(() => {
    const input = place.current?.querySelector('input')
    if (input) input.files = fileListOf(files)
  }, [files])
  const add = async (chosen: readonly File[]) => {
    const sizes = new Map(chosen.map((file) => [file, sizeFault(file)]))
    const good = chosen.filter((file) => sizes.get(file) === null)
    const isCut = files.length + good.length > FILES_MAX
    const said = [...leftOut(sizes), ...(isCut ? [`At most ${FILES_MAX} files at once.`] : [])]
    setError(said.join(' '))
    // At once, because the form may be sent at once.
    onChange([...files, ...good].slice(0, FILES_MAX))
    // The proof is public for good before its files are sent: what the service refuses is found here.
    const contents = new Map(await Promise.all(good.map(async (file) => [file, await contentFault(file)] as const)))
    if (good.every((file) => contents.get(file) === null)) return
    setError([...said, ...leftOut(contents)].join(' '))
    onChange((now) => now.filter((file) => !contents.get(file)))
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
            onChange={(event) => void add([...(event.target.files ?? [])])}
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

interface FileRefusal {
  readonly words: string
  /** Whether the same file can never pass. */
  readonly isFinal: boolean
}

/**
 * Sends the files of a recorded proof, one after the other. One that is refused may be left out, or replaced if it can never pass;
 * the others follow.
 * @param onEnd called after the last file with the result: all are there, or some were left out.
 */
export function FilesOnTheWay({
  files: chosen,
  missionId,
  proofId,
  onEnd,
}: {
  files: readonly File[]
  missionId: string
  proofId: string
  onEnd: (words: string) => void
}) {
  const [files, setFiles] = useState(chosen)
  const [at, setAt] = useState(0)
  const [refusal, setRefusal] = useState<FileRefusal | null>(null)
  const [keys] = useState(() => createIntents())
  const place = useRef<HTMLDivElement>(null)
  const busy = useRef(false)
  const there = useRef(new Set<number>())
  const ended = useRef(onEnd)
  ended.current = onEnd
  const { length: count } = files

  const sendFrom = useCallback(
    async (first: number, all: readonly File[]) => {
      if (busy.current) return
      busy.current = true
      setRefusal(null)
      setAt(first)
      let found: FileRefusal | null = null
      for (const [index, file] of [...all.entries()].slice(first)) {
        const key = keys.keyOf([proofId, index, file.name, file.size, file.lastModified])
        found = await sendOne(file, missionId, proofId, key)
        if (found !== null) break
        keys.done()
        there.current.add(index)
        setAt(index + 1)
      }
      busy.current = false
      if (found === null) ended.current(thereWords(there.current.size, all.length))
      else setRefusal(found)
    },
    [missionId, proofId, keys],
  )
  useEffect(() => void sendFrom(0, chosen), [chosen, sendFrom])

  const replace = async (file: File) => {
    const fault = await fileFault(file)
    // Its reader went on without meanwhile.
    if (busy.current) return
    const all = files.with(at, file)
    setFiles(all)
    if (fault === null) return sendFrom(at, all)
    setRefusal({ words: `it ${fault}.`, isFinal: true })
  }
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Followed key={refusal === null ? 'sending' : 'refused'} place={place} />
      {refusal === null ? (
        <p role="status" className="text-ink-soft">
          Your proof is recorded. Sending file {Math.min(at + 1, count)} of {count} …
        </p>
      ) : (
        <Notice tone="fault" as="div" role="alert">
          <p className="[overflow-wrap:anywhere]">
            Your proof is recorded, but file {at + 1} of {count} ({files[at]?.name}) is not there: {refusal.words}
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            {refusal.isFinal ? (
              <AnotherFile onChoose={replace} />
            ) : (
              <Button onClick={() => void sendFrom(at, files)}>Try again</Button>
            )}
            <Button kind="quiet" onClick={() => void sendFrom(at + 1, files)}>
              Go on without
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}

/** Moves the focus here when the pressed button, or the form, is gone. Whoever has gone on elsewhere meanwhile stays there. */
function Followed({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement !== document.body && activeElement !== place.current) return
    focusOn(place.current)
    bringIntoView(place.current)
  }, [place])
  return null
}

function AnotherFile({ onChoose }: { onChoose: (file: File) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_FILES}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void onChoose(file)
          // The same file again, changed meanwhile, is a choice too.
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>Choose another file</Button>
    </>
  )
}

/** The statuses that the same file gets each time: its type, its size. */
const FINAL: ReadonlySet<number> = new Set([400, 413, 415])

/** @returns why the file could not be sent; null once it is stored. */
async function sendOne(file: File, missionId: string, proofId: string, key: string): Promise<FileRefusal | null> {
  const { signal } = new AbortController()
  const sent = { params: { id: missionId }, file, proofId, key, signal, onProgress: () => undefined }
  try {
    const answer = await sendAsActor(() => sendFile(uploadFile, sent))
    return typeof answer === 'string' ? { words: NOTES[answer], isFinal: false } : null
  } catch (thrown) {
    const { fault, fieldErrors } = refused(thrown)
    const words = fault ?? Object.values(fieldErrors ?? {})[0] ?? 'It was refused.'
    return { words, isFinal: thrown instanceof ApiError && thrown.code !== 'network' && FINAL.has(thrown.status) }
  }
}
