/** Text for a machine, character by character. */
export function ExactText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <pre
      className={`border-l-2 border-rule-strong bg-vellum px-4 py-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}
    >
      {text}
    </pre>
  )
}
