import { Button } from '@mantine/core'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Fetched, type Fetching } from '../../ui/list/fetched.tsx'
import { DetailList, type Detail } from '../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'

export interface LabSettingsDialogProps<Settings> {
  labId: number
  settings: Settings
  onClose: () => void
}

interface LabSettingsCardProps<Settings> {
  labId: number
  title: string
  subtitle?: string
  query: Fetching<Settings>
  facts: (settings: Settings) => readonly Detail[]
  /** Above the facts. */
  notice?: (settings: Settings) => ReactNode
  /** Each button with its dialog. */
  edits: readonly (readonly [string, ComponentType<LabSettingsDialogProps<Settings>>])[]
}

/** Settings of a lab: their values, and dialogs that change them. */
export function LabSettingsCard<Settings>(props: LabSettingsCardProps<Settings>) {
  const { labId, title, subtitle, query, facts, notice, edits } = props
  const [open, setOpen] = useState<string>()
  const Dialog = edits.find(([label]) => label === open)?.[1]
  return (
    <SectionCard
      title={title}
      {...(subtitle && { subtitle })}
      actions={edits.map(([label]) => (
        <Button
          key={label}
          size="xs"
          variant="default"
          disabled={query.data === undefined}
          onClick={() => setOpen(label)}
        >
          {label}
        </Button>
      ))}
    >
      <Fetched query={query}>
        {(settings) => (
          <>
            {notice?.(settings)}
            <DetailList details={facts(settings)} />
          </>
        )}
      </Fetched>
      {query.data !== undefined && Dialog && (
        <Dialog labId={labId} settings={query.data} onClose={() => setOpen(undefined)} />
      )}
    </SectionCard>
  )
}
