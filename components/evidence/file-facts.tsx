import { Hash } from '@/components/ui/raw'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { fileTypeWord } from '@/lib/evidence/file-types'
import type { FileView } from '@/lib/evidence/schemas'
import { plural } from '@/lib/text/plural'

const STEPS = [
  { unit: 'MB', bytes: 1024 * 1024 },
  { unit: 'KB', bytes: 1024 },
] as const

/** A size for people: `1.4 MB`, `12 KB`, `21 bytes`. */
export function sizeWords(bytes: number): string {
  const step = STEPS.find((one) => bytes >= one.bytes)
  if (!step) return plural(bytes, 'byte')
  return `${(bytes / step.bytes).toLocaleString('en', { maximumSignificantDigits: 3 })} ${step.unit}`
}

/** `PNG image, 12 KB` */
export const fileWords = ({ contentType, bytes }: FileView) => `${fileTypeWord(contentType)}, ${sizeWords(bytes)}`

/** A file's metadata with its whole hash, so that anyone who has the bytes can compare. */
export function FileFacts({ file }: { file: FileView }) {
  return (
    <>
      <p className="text-sm">
        <span className="caption">SHA-256</span> <Hash value={file.sha256} whole />
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        Added by <WalletAddress address={file.uploadedBy} /> on <Moment at={file.uploadedAt} />
      </p>
    </>
  )
}

/**
 * The files of a proof, one line each; the gallery shows the details.
 * @param page the path of the mission's page, when this is shown on another page.
 */
export function FilesOfProof({ files, page = '' }: { files: readonly FileView[]; page?: string | undefined }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-3 space-y-1 text-sm">
      {files.map((file) => (
        <li key={file.id}>
          <a href={`${page}#file-${file.id}`} className="link">
            {fileWords(file)}
          </a>{' '}
          <Hash value={file.sha256} />
        </li>
      ))}
    </ul>
  )
}

/** Files as a receipt keeps them: their metadata, without their bytes. */
export function RecordedFiles({ files }: { files: readonly FileView[] }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-3 space-y-3">
      {files.map((file) => (
        <li key={file.id} className="border-l-2 border-rule-strong pl-4 break-inside-avoid">
          <p className="font-semibold">{fileWords(file)}</p>
          <FileFacts file={file} />
        </li>
      ))}
    </ul>
  )
}
