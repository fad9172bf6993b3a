const ROWS = ['w-48', 'w-64', 'w-40'] as const

export function NotificationSkeleton() {
  return (
    <div aria-hidden="true" className="mt-4 border-t border-rule motion-safe:animate-pulse">
      {ROWS.map((width) => (
        <div key={width} className="flex items-start gap-4 border-b border-rule py-4">
          <div className="mt-1 size-5 rounded-full bg-vellum" />
          <div className="flex-1 space-y-2.5">
            <div className={`h-5 rounded-sm bg-vellum ${width}`} />
            <div className="h-4 max-w-prose rounded-sm bg-vellum" />
            <div className="h-4 w-32 rounded-sm bg-vellum" />
          </div>
        </div>
      ))}
    </div>
  )
}
