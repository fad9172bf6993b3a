import { FileFacts, fileWords } from '@/components/evidence/file-facts'
import { ReportLink } from '@/components/moderation/report-link'
import { Icon } from '@/components/ui/icon'
import { Quoted } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import type { FileView } from '@/lib/evidence/schemas'
import type { ShownProofs } from '@/lib/missions/queries'
import type { MissionRecord } from '@/lib/missions/schemas'
import { plural } from '@/lib/text/plural'

type Filed = Pick<MissionRecord, 'id' | 'files' | 'milestones'> & Pick<ShownProofs, 'proofs'>

/** The evidence files of a mission, each with its hash and a download link. */
export function Gallery({ mission }: { mission: Filed }) {
  const { files } = mission
  if (files.length === 0) return null
  return (
    <Section
      id="files"
      title="Evidence files"
      note="Sent by the contributor, and never shown here: a download is saved, not opened. Compare its hash before you trust it."
      aside={plural(files.length, 'file')}
    >
      <ul className="grid gap-4 md:grid-cols-2">
        {files.map((file) => (
          <li
            key={file.id}
            id={`file-${file.id}`}
            className="flex min-w-0 flex-col border border-rule-strong bg-leaf px-5 py-4"
          >
            {/* A report names every evidence by the same anchor: a file or an item of the record. */}
            <h3 id={`evidence-${file.id}`} className="text-lg">
              {fileWords(file)}
            </h3>
            <Belonging file={file} mission={mission} />
            <div className="mt-2 grow">
              <FileFacts file={file} />
            </div>
            <WayToBytes file={file} missionId={mission.id} />
            <ReportLink type="evidence" id={file.id} about={`the file: ${fileWords(file)}`} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function WayToBytes({ file, missionId }: { file: FileView; missionId: string }) {
  if (file.erased) return <p className="mt-3 text-sm text-ink-soft">Its content was erased by law; its hash stays.</p>
  return (
    <p className="mt-3 print:hidden">
      {/* A plain link: the route redirects to a fresh signed link each time, and no script is needed. */}
      <a
        href={`/missions/${missionId}/files/${file.id}`}
        rel="nofollow"
        className="inline-flex min-h-11 items-center gap-2 rounded-md border border-rule-strong px-4 font-semibold hover:border-green hover:text-green"
      >
        <Icon name="download" /> Download
        <span className="sr-only"> {fileWords(file)}</span>
      </a>
    </p>
  )
}

function Belonging({ file, mission }: { file: FileView; mission: Filed }) {
  if (file.proofId === null) return <p className="text-sm text-ink-soft">For the mission as a whole</p>
  const proof = mission.proofs.find(({ id }) => id === file.proofId)
  if (!proof) {
    return (
      <p className="text-sm text-ink-soft">
        For <TextLink href={`/missions/${mission.id}/proof/1`}>an earlier proof</TextLink>
      </p>
    )
  }
  const milestone = mission.milestones.find(({ id }) => id === proof.milestoneId)
  return (
    <p className="text-sm text-ink-soft">
      For{' '}
      <a href={`#proof-${proof.id}`} className="link [overflow-wrap:anywhere]">
        the proof of <Quoted text={milestone?.title ?? ''} />
      </a>
    </p>
  )
}
