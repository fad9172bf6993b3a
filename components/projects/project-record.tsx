import { PostCard } from '@/components/discussion/post-card'
import { Gallery } from '@/components/evidence/gallery'
import { Milestones } from '@/components/missions/milestones'
import { MissionSource } from '@/components/missions/mission-source'
import { MissionFacts, MissionNextStep, MissionStepper } from '@/components/missions/mission-standing'
import { BountySection, MissionTerms } from '@/components/missions/mission-terms'
import { ReportLink } from '@/components/moderation/report-link'
import { ProjectActionsIsland } from '@/components/projects/actions/project-actions-island'
import { Decisions } from '@/components/projects/decisions'
import { Commitments, Evidence, Funding } from '@/components/projects/parts'
import { History } from '@/components/record/history'
import { RecordHead } from '@/components/record/record-head'
import { ExternalLink } from '@/components/ui/external-link'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { CreditedSeeds } from '@/components/wallets/seeds-ledger'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { ProjectPage as Project } from '@/lib/projects/queries'
import type { ProjectView } from '@/lib/projects/schemas'

/** A project as its page shows it: everything that the record holds. @param today the UTC date, `YYYY-MM-DD`. */
export function ProjectRecord({ project, today }: { project: Project; today: string }) {
  return (
    <article>
      <RecordHead kind="Project" href="/projects" record={project} state={MISSION_STATE_LABELS[project.state]}>
        <MissionStepper mission={project} />
      </RecordHead>
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <MissionNextStep mission={project} page={`/projects/${project.id}`} today={today} />
        </div>
        <div className="min-w-0 lg:row-span-2 lg:row-start-1">
          <h2 className="sr-only">Terms</h2>
          <MissionTerms terms={project} />
          <ProjectActionsIsland
            id={project.id}
            shownAt={project.updatedAt}
            today={today}
            ended={project.outcome !== null}
          />
        </div>
        <div className="lg:col-start-2">
          <MissionFacts mission={project} />
          <p className="mt-5 text-sm">
            <TextLink href={`/missions/${project.id}`}>The same as a mission</TextLink>: where it is claimed, and where
            proof is submitted and reviewed
          </p>
          <ReportLink type="mission" id={project.id} about="this project" />
        </div>
      </div>
      <ProjectSource project={project} />
      <Milestones mission={project} />
      <Commitments commitments={project.commitments} />
      <Funding projectId={project.id} funding={project.funding} />
      <BountySection bounty={project.bounty} />
      <Decisions decisions={project.decisions} events={project.signedEvents} />
      <Evidence projectId={project.id} evidence={project.evidence} />
      <Gallery mission={project} />
      <CreditedSeeds entries={project.seeds} kind="project" />
      <History record={project} path={`/projects/${project.id}`} stateWords={MISSION_STATE_LABELS} />
    </article>
  )
}

/** The post that a project came from, as it was then; of one that grew from a challenge, the challenge. */
function ProjectSource({ project: { source, sourcePost } }: { project: ProjectView }) {
  if (source.challengeId || !source.sourceUrl) return <MissionSource source={source} />
  return (
    <Section id="source" title="Where it comes from">
      {sourcePost ? (
        <div className="max-w-2xl">
          <PostCard post={sourcePost} readAt={sourcePost.readAt} />
        </div>
      ) : (
        <>
          <p>
            <ExternalLink href={source.sourceUrl} label="The public post it was published from" />
          </p>
          <p className="mt-1 text-sm text-ink-soft">What the post said then was not kept.</p>
        </>
      )}
    </Section>
  )
}
