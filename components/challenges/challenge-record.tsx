import { ChallengeActionsIsland } from '@/components/challenges/actions/challenge-actions-island'
import { Contenders } from '@/components/challenges/contenders'
import { Decision } from '@/components/challenges/decision'
import { Discussion } from '@/components/discussion/discussion'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { ReportLink } from '@/components/moderation/report-link'
import { TO_ACT } from '@/components/record/actions/invitations'
import { History } from '@/components/record/history'
import { NextStep, NoVerifier } from '@/components/record/next-step'
import { RecordHead } from '@/components/record/record-head'
import { SectionTabs } from '@/components/record/section-tabs'
import { Stepper, wayPoints } from '@/components/record/stepper'
import { Timeline } from '@/components/record/timeline'
import { Fact, Facts } from '@/components/ui/facts'
import { Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { CalendarLink, Deadline, Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { CHALLENGE_ACTOR_LABELS, CHALLENGE_PATH, CHALLENGE_STATE_LABELS, challengeSteps } from '@/lib/challenges/labels'
import type { ChallengePage as Challenge } from '@/lib/challenges/queries'
import { CHALLENGE_STATES, type ChallengeState } from '@/lib/challenges/states'
import type { DiscussionView } from '@/lib/community/schemas'
import { challengeAwaits, challengeFacts } from '@/lib/turns/awaited'

/**
 * The content of a challenge's page.
 * @param discussion null when the challenge was hidden a moment ago. @param today the UTC date, `YYYY-MM-DD`.
 */
export function ChallengeRecord({
  challenge,
  discussion,
  today,
  platform,
}: {
  challenge: Challenge
  discussion: DiscussionView | null
  today: string
  platform: PlatformInfo
}) {
  const ended = challengeSteps(challenge).length === 0
  return (
    <article>
      <RecordHead
        kind="Challenge"
        href="/challenges"
        record={challenge}
        state={CHALLENGE_STATE_LABELS[challenge.state]}
      >
        <ChallengeStepper challenge={challenge} />
        <Timeline
          record={challenge}
          due={[
            { word: 'Responses until', day: challenge.submissionDeadline },
            { word: 'Decision due', day: challenge.decisionDeadline },
          ]}
          today={ended ? null : today}
        />
      </RecordHead>
      <div className="mt-6 grid gap-x-12 gap-y-6 lg:mt-10 lg:gap-y-10 lg:with-aside lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <ChallengeNextStep
            challenge={challenge}
            proposals={discussion?.proposals.filter(({ status }) => status === 'pending').length ?? 0}
            today={today}
          />
        </div>
        <div className="min-w-0 lg:row-span-2 lg:row-start-1">
          <h2 className="caption mb-1 font-normal">The question</h2>
          <Prose text={challenge.prompt} className="text-lg" />
          <h2 className="sr-only">The two sides</h2>
          <div className="mt-10">
            <Contenders
              sides={{
                A: { label: challenge.contenderA, link: challenge.submissions.A },
                B: { label: challenge.contenderB, link: challenge.submissions.B },
              }}
              chosen={challenge.decision?.side ?? null}
              isVerified={challenge.decision?.verification != null}
              isReportable
              ended={ended}
            />
          </div>
          <ChallengeActionsIsland
            id={challenge.id}
            shownAt={challenge.updatedAt}
            today={today}
            platformHost={platform.host}
            ended={ended}
            invitation={TO_ACT}
          />
        </div>
        <div className="lg:col-start-2">
          <ChallengeFacts challenge={challenge} ended={ended} />
          <ReportLink type="challenge" id={challenge.id} about="this challenge" />
        </div>
      </div>
      <SectionTabs
        parts={[
          { id: 'act', word: 'Actions', shown: !ended },
          { id: 'discussion', word: 'Discussion', shown: discussion !== null },
          { id: 'decision', word: 'Decision', shown: challenge.decision !== null },
          { id: 'history', word: 'History' },
        ]}
      />
      {discussion ? (
        <Discussion challenge={challenge} discussion={discussion} platform={platform} today={today} />
      ) : null}
      <Decision challenge={challenge} />
      {challenge.cancellation ? (
        <Section id="cancellation" title="Cancellation">
          <Prose text={challenge.cancellation.reason} />
          <p className="mt-2 text-sm text-ink-soft">
            By the owner, <Moment at={challenge.cancellation.at} />
          </p>
        </Section>
      ) : null}
      <History record={challenge} path={`/challenges/${challenge.id}`} stateWords={CHALLENGE_STATE_LABELS} />
    </article>
  )
}

function ChallengeStepper({ challenge }: { challenge: Challenge }) {
  const isOnPath = CHALLENGE_PATH.some((state) => state === challenge.state)
  const here = isOnPath ? challenge.state : (CHALLENGE_STATES.find((state) => state === challenge.leftState) ?? 'DRAFT')
  const points = wayPoints<ChallengeState>(CHALLENGE_PATH, CHALLENGE_STATE_LABELS, here, challenge.state, !isOnPath)
  return <Stepper points={points} />
}

function ChallengeNextStep({
  challenge,
  proposals,
  today,
}: {
  challenge: Challenge
  proposals: number
  today: string
}) {
  const note =
    challenge.eligibleVerifiers === 0 ? (
      <NoVerifier
        isWaiting={challenge.state === 'DECISION_SUBMITTED'}
        meanwhile="The owner may cancel the challenge meanwhile."
      />
    ) : null
  return (
    <NextStep
      steps={challengeAwaits(challenge, today)}
      days={challenge}
      who={(by) =>
        by === 'owner' ? (
          <>
            The owner <WalletAddress address={challenge.owner} />
          </>
        ) : (
          CHALLENGE_ACTOR_LABELS[by]
        )
      }
      ended={<Ended challenge={challenge} />}
      note={note}
      record={{ type: 'challenge', facts: challengeFacts(challenge) }}
      page={`/challenges/${challenge.id}`}
      today={today}
      proposals={proposals}
    />
  )
}

function Ended({ challenge: { state, missionId, cancellation } }: { challenge: Challenge }) {
  if (!missionId && state === 'CONVERTED_TO_MISSION')
    return 'It became a mission, which a moderator has hidden. The history below says why.'
  if (cancellation || !missionId) return 'This challenge has ended. Its record stays.'
  return (
    <>
      It goes on as <TextLink href={`/missions/${missionId}`}>a mission</TextLink>.
    </>
  )
}

function ChallengeFacts({ challenge, ended }: { challenge: Challenge; ended: boolean }) {
  return (
    <Facts columns="aside">
      <Fact name="Submissions and discussion until">
        <Deadline day={challenge.submissionDeadline} ended={ended} />
      </Fact>
      <Fact name="Decision due">
        <Deadline day={challenge.decisionDeadline} ended={ended} />
        {ended ? null : <CalendarLink href={`/challenges/${challenge.id}/deadlines.ics`} />}
      </Fact>
      <Fact name="Reward, reputation only">
        <Prose text={challenge.reward.label} />
      </Fact>
      <Fact name="Owner">
        <WalletAddress address={challenge.owner} />
      </Fact>
      <Fact name="Published">
        <Moment at={challenge.createdAt} />
      </Fact>
      {challenge.missionId ? (
        <Fact name="Mission">
          <TextLink href={`/missions/${challenge.missionId}`}>The mission that grew from it</TextLink>
        </Fact>
      ) : challenge.state === 'CONVERTED_TO_MISSION' ? (
        <Fact name="Mission">Hidden by a moderator</Fact>
      ) : null}
    </Facts>
  )
}
