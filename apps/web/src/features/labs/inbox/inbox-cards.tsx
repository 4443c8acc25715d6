import { InboxRulesCard } from './rules/rules-card.tsx'
import { InboxSourcesCard } from './sources/sources-card.tsx'

/** Where the files of a lab's inbox come from, and what becomes of them. */
export function InboxCards({ labId }: { labId: number }) {
  return (
    <>
      <InboxSourcesCard labId={labId} />
      <InboxRulesCard labId={labId} />
    </>
  )
}
