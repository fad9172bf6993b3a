import { FileFacts, fileWords } from '@/components/evidence/file-facts'
import { Hash } from '@/components/ui/hash'
import type { FileView } from '@/lib/evidence/schemas'

/**
 * The files of a proof, in a line each: the gallery tells the rest.
 * @param page the address of the mission's page, where the files are shown on another one.
 */
export function FilesOfProof({ files, page = '' }: { files: readonly FileView[]; page?: string }) {
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

/** Files as a receipt keeps them: what they were, without their bytes. */
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
