import { postTitle } from '@/components/discussion/post-card'
import { ListPage, type ListParameters } from '@/components/record/list-page'
import { RecordEntry } from '@/components/record/record-entry'
import { Empty } from '@/components/ui/empty'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { Day } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { Growth, Growths } from '@/lib/history/growth'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import { MISSION_STATES } from '@/lib/missions/states'
import type { ProjectView } from '@/lib/projects/schemas'

const STATES = MISSION_STATES.map((state) => [state, MISSION_STATE_LABELS[state]] as const)

/** The whole list page; `parameters` is empty on the entrance page. */
export function ProjectList({
  projects,
  growths,
  nextCursor,
  parameters = {},
  fault = null,
}: {
  projects: readonly ProjectView[]
  growths: Growths
  nextCursor: string | null
  parameters?: ListParameters
  fault?: string | null
}) {
  return (
    <ListPage
      path="/projects"
      title="Projects"
      kind="project"
      lead="What grows from a public post, and who stands behind it: commitments, funding that can be looked up, reviewers’ decisions and evidence. Every project is a mission, and every mission a project."
      publish="Start a project from a post"
      states={STATES}
      parameters={parameters}
      fault={fault}
      nextCursor={nextCursor}
      empty={
        <Empty title="No project yet.">
          A project begins with a public post on the community platform.{' '}
          <TextLink href="/projects/new">Start one from a post</TextLink>.
        </Empty>
      }
    >
      {projects.map((project) => (
        <ProjectEntry key={project.id} project={project} growth={growths.get(project.id)} />
      ))}
    </ListPage>
  )
}

function ProjectEntry({ project, growth }: { project: ProjectView; growth: Growth | undefined }) {
  const verified = project.milestones.filter((milestone) => milestone.verified).length
  const { sourcePost } = project
  const title = sourcePost && postTitle(sourcePost)
  return (
    <RecordEntry
      href={`/projects/${project.id}`}
      title={project.title}
      level="h2"
      badge={<LabelBadge label={MISSION_STATE_LABELS[project.state]} />}
      growth={growth}
      facts={[
        project.outcome === null && (
          <>
            Due <Day day={project.deadline} />
          </>
        ),
        `${verified} of ${project.milestones.length} ${project.milestones.length === 1 ? 'milestone' : 'milestones'} verified`,
        <>
          Owner <WalletAddress address={project.owner} copies={false} />
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
