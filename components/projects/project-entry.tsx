import { postTitle } from '@/components/projects/post-words'
import { RecordEntry } from '@/components/record/record-entry'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/name'
import { Day } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { ProjectView } from '@/lib/projects/schemas'

/** A project in a list. */
export function ProjectEntry({ project }: { project: ProjectView }) {
  const verified = project.milestones.filter((milestone) => milestone.verified).length
  const { sourcePost } = project
  const title = sourcePost && postTitle(sourcePost)
  return (
    <RecordEntry
      href={`/projects/${project.id}`}
      title={project.title}
      level="h2"
      badge={<LabelBadge label={MISSION_STATE_LABELS[project.state]} />}
      facts={[
        project.outcome === null && (
          <>
            Due <Day day={project.deadline} />
          </>
        ),
        `${verified} of ${project.milestones.length} ${project.milestones.length === 1 ? 'milestone' : 'milestones'} verified`,
        <>
          Owner <WalletAddress address={project.owner} />
        </>,
      ]}
    >
      <p className="line-clamp-2">{project.summary}</p>
      {sourcePost ? (
        <p className="mt-1 line-clamp-1 text-sm">
          From a post
          {sourcePost.authorName ? (
            <>
              {' '}
              by <Name text={sourcePost.authorName} /> (unverified name)
            </>
          ) : null}
          {title ? (
            <>
              : “<Name text={title} />”
            </>
          ) : null}
        </p>
      ) : null}
    </RecordEntry>
  )
}
