import { ProjectEntry } from '@/components/projects/project-entry'
import type { ListParameters } from '@/components/record/list-address'
import { ListPage } from '@/components/record/list-page'
import { Empty } from '@/components/ui/empty'
import { TextLink } from '@/components/ui/text-link'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import { MISSION_STATES } from '@/lib/missions/states'
import type { ProjectView } from '@/lib/projects/schemas'

const STATES = MISSION_STATES.map((state) => [state, MISSION_STATE_LABELS[state]] as const)

/** The whole list page; `parameters` is empty on the entrance page. */
export function ProjectList({
  projects,
  nextCursor,
  parameters = {},
  fault = null,
}: {
  projects: readonly ProjectView[]
  nextCursor: string | null
  parameters?: ListParameters
  fault?: string | null
}) {
  return (
    <ListPage
      path="/projects"
      title="Projects"
      lead="What grows from a public post, and who stands behind it: commitments, funding that can be looked up, reviewers’ decisions and evidence. Every project is a mission, and every mission a project."
      publish="Start a project from a post"
      searchLabel="Search in titles"
      states={STATES}
      parameters={parameters}
      fault={fault}
      nextCursor={nextCursor}
    >
      {projects.length > 0 ? (
        <ul className="border-t border-rule">
          {projects.map((project) => (
            <ProjectEntry key={project.id} project={project} />
          ))}
        </ul>
      ) : (
        <NoProjects parameters={parameters} />
      )}
    </ListPage>
  )
}

function NoProjects({ parameters }: { parameters: ListParameters }) {
  if (Object.keys(parameters).length > 0) {
    return (
      <Empty title="No project fits.">
        Try a shorter word or another state, or look at <TextLink href="/projects">all projects</TextLink>.
      </Empty>
    )
  }
  return (
    <Empty title="No project yet.">
      A project begins with a public post on the community platform.{' '}
      <TextLink href="/projects/new">Start one from a post</TextLink>.
    </Empty>
  )
}
