import { Icon, type IconName } from '@/components/ui/icon'

const STEPS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'challenge',
    title: 'Challenge',
    text: 'Somebody asks a question with two contending responses. Each side gets one permanent public link.',
  },
  {
    icon: 'quill',
    title: 'Decision',
    text: 'The community talks it over elsewhere, in the open. The owner records what it decided; a verifier who is not the owner signs for it.',
  },
  {
    icon: 'mission',
    title: 'Mission',
    text: 'The decision becomes work with terms and milestones. A contributor claims it and hands in proof; verifiers sign each verdict.',
  },
  {
    icon: 'receipt',
    title: 'Receipt',
    text: 'The owner records the outcome. The receipt keeps every fact apart, can be checked by anyone offline, and never changes.',
  },
]

/** How it works, in four steps. */
export function HowItWorks() {
  return (
    <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      {STEPS.map((step, index) => (
        <li key={step.title} className="border-t-2 border-green pt-4">
          <div className="flex items-baseline justify-between">
            <h3 className="flex items-center gap-2 text-xl">
              <Icon name={step.icon} className="size-5 text-green" />
              {step.title}
            </h3>
            <span aria-hidden="true" className="font-display text-2xl text-ink-soft italic">
              {index + 1}
            </span>
          </div>
          <p className="mt-2 text-ink-soft">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
