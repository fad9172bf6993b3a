import { ToolOffer } from '@/components/agent-tools/tool-offer'
import { Icon } from '@/components/ui/icon'
import { AGENT_TOOL_NAMES } from '@/lib/agent-tools/names'
import { AGENT_TOOLS, needOf } from '@/lib/agent-tools/tools'

const NEEDS = [
  { need: 'reads', title: 'Reads', text: 'Needs nothing; what it reads is public.', icon: 'search' },
  { need: 'wallet', title: 'Acts for a wallet', text: 'Needs you to be signed in with your wallet.', icon: 'wallet' },
  {
    need: 'verifier',
    title: 'Needs a verifier',
    text: 'Needs a verifier’s wallet, and its signature on the exact text.',
    icon: 'seal',
  },
] as const

/** The tools of this page for an agent in the browser, grouped by what they need. */
export function ToolPanel() {
  return (
    <>
      <ToolOffer
        yes={<Icon name="check" className="mt-0.5 size-5" />}
        no={<Icon name="outline" className="mt-0.5 size-5" />}
      />
      <div className="mt-5 grid gap-x-10 gap-y-8 md:grid-cols-2">
        {NEEDS.map(({ need, title, text, icon }) => (
          <div key={need} className={`min-w-0 ${need === 'wallet' ? 'md:row-span-2' : ''}`}>
            <h3 className="flex items-center gap-2 text-xl">
              <Icon name={icon} className="size-5 text-green" /> {title}
            </h3>
            <p className="text-ink-soft">{text}</p>
            <ul className="mt-3 border-t border-rule">
              {AGENT_TOOL_NAMES.filter((name) => needOf(AGENT_TOOLS[name]) === need).map((name) => (
                <li
                  key={name}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-1.5"
                >
                  <span>{AGENT_TOOLS[name].title}</span>
                  <code className="min-w-0 font-mono text-xs text-ink-soft [overflow-wrap:anywhere]">{name}</code>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  )
}
