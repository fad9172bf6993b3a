/** Stands for the list of actions until it can be pressed. */
export function PendingActions() {
  return (
    <div aria-busy="true" className="border-t border-rule">
      <p className="sr-only">Looking up what your wallet may do …</p>
      {[0, 1].map((row) => (
        <div key={row} className="space-y-3 border-b border-rule py-5">
          <div className="h-5 w-56 max-w-full rounded-sm bg-vellum" />
          <div className="h-4 w-md max-w-full rounded-sm bg-vellum" />
        </div>
      ))}
    </div>
  )
}
