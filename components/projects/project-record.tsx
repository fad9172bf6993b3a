import { Gallery } from '@/components/evidence/gallery'
import { Bounty } from '@/components/missions/bounty'
import { Milestones } from '@/components/missions/milestones'
import { MissionFacts, MissionNextStep, MissionStepper } from '@/components/missions/mission-standing'
import { MissionTerms } from '@/components/missions/mission-terms'
import { ReportLink } from '@/components/moderation/report-link'
import { ProjectActionsIsland } from '@/components/projects/actions/project-actions-island'
import { Commitments } from '@/components/projects/commitments'
import { Decisions } from '@/components/projects/decisions'
import { Evidence } from '@/components/projects/evidence'
import { Funding } from '@/components/projects/funding'
import { ProjectSource } from '@/components/projects/project-source'
import { History } from '@/components/record/history'
import { RecordHead } from '@/components/record/record-head'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { SeedsLedger } from '@/components/wallets/seeds-ledger'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { ProjectPage as Project } from '@/lib/projects/queries'

/** A project as its page shows it: everything that the record holds. @param today the UTC date, `YYYY-MM-DD`. */
export function ProjectRecord({ project, today }: { project: Project; today: string }) {
  return (
    <article>
      <RecordHead kind="Project" href="/projects" title={project.title} state={MISSION_STATE_LABELS[project.state]}>
        <MissionStepper mission={project} />
      </RecordHead>
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <MissionNextStep mission={project} />
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
      {project.bounty ? (
        <Section id="bounty" title="Bounty">
          <Bounty bounty={project.bounty} />
        </Section>
      ) : null}
      <Decisions decisions={project.decisions} events={project.signedEvents} />
      <Evidence projectId={project.id} evidence={project.evidence} />
      <Gallery mission={project} />
      {project.seeds.length > 0 ? (
        <Section id="seeds" title="Seeds" note="What this project credited. A rejected proof earns none.">
          <SeedsLedger
            entries={project.seeds}
            showWallet
            sum={project.seeds.reduce((sum, entry) => sum + entry.amount, 0)}
          />
        </Section>
      ) : null}
      <History record={project} path={`/projects/${project.id}`} stateWords={MISSION_STATE_LABELS} />
    </article>
  )
}
