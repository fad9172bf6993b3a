import type { ChallengeView } from '@/lib/challenges/schemas'

/** Both sides as choices of a form, by the names that the challenge gives them. */
export const sideChoices = ({ contenderA, contenderB }: Pick<ChallengeView, 'contenderA' | 'contenderB'>) =>
  [
    { value: 'A', label: `Side A: ${contenderA}` },
    { value: 'B', label: `Side B: ${contenderB}` },
  ] as const
