import * as challenges from '@/tests/model/challenge-rules'
import * as missions from '@/tests/model/mission-rules'
import { hide, restore } from '@/tests/model/moderation-rules'
import type { Act } from '@/tests/model/resolve'
import { at, type Expected, type ModelWorld } from '@/tests/model/state'

/** The day that a deadline moves to: later than it was, and not past. */
export const later = (world: ModelWorld, day: number, by: number): number => Math.max(day, world.today) + by

/** The days that a command asks for; null for one that it leaves. At least one is asked for. */
export function askedDays(world: ModelWorld, { on, closes, decides }: Extract<Act, { do: 'more-time' }>) {
  const { submissionDay, decisionDay } = at(world.challenges, on)
  const closing = closes === 0 ? null : later(world, submissionDay, closes)
  const deciding = decides === 0 && closing !== null ? null : later(world, decisionDay, Math.max(1, decides))
  return { submissionDay: closing, decisionDay: deciding }
}

/** What the documents say of an act: how it is answered, and what becomes of the world. */
export function expected(world: ModelWorld, act: Act): Expected {
  const { by, on } = act
  switch (act.do) {
    case 'days':
      return {
        status: 200,
        effect: () => {
          world.today += act.days
        },
      }
    case 'challenge':
      return challenges.createChallenge(world, by, act)
    case 'link':
      return challenges.recordLink(world, by, on, act.side)
    case 'decide':
      return challenges.submitDecision(world, by, on, act.side)
    case 'withdraw':
      return challenges.withdrawDecision(world, by, on)
    case 'judge':
      return challenges.judgeDecision(world, by, on, act.verdict)
    case 'cancel':
      return challenges.cancelChallenge(world, by, on)
    case 'more-time':
      return challenges.moveDeadlines(world, by, on, askedDays(world, act))
    case 'convert':
      return missions.convert(world, by, on, act)
    case 'mission':
      return missions.createMission(world, by, act)
    case 'claim':
      return missions.claim(world, by, on)
    case 'release':
      return missions.release(world, by, on)
    case 'prove':
      return missions.prove(world, by, on, act.milestone)
    case 'review':
      return missions.review(world, by, on, act.proof ?? 0, act.verdict)
    case 'end':
      return missions.end(world, by, on, act.outcome)
    case 'prolong':
      return missions.prolong(world, by, on, later(world, at(world.missions, on).deadline, act.days))
    case 'add-milestone':
      return missions.addMilestone(world, by, on, act.required)
    case 'remark':
      return missions.remark(world, by, on, act.milestone, act.status)
    case 'hide':
      return hide(world, by, act)
    case 'restore':
      return restore(world, by, act)
  }
}
