import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Referrer } from '@zelab/contract'
import { useRef, useState } from 'react'
import { referrersQuery, useArchiveReferrer } from '../../../entities/visit/queries.ts'
import { EmailLink, PhoneLink } from '../../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './lab-visits.module.css'
import * as words from '../../../ui/texts.ts'
import { ReferrerDialog } from './referrer-dialog.tsx'
import * as texts from './texts.ts'

/** The first referrers by name; the search finds the others. */
export function ReferrersCard({ labId, title = texts.referrers }: { labId: number; title?: string }) {
  const [search, setSearch] = useState('')
  const { data: referrers, error, isFetching, refetch } = useQuery(referrersQuery(labId, search))
  const [editing, setEditing] = useState<Referrer | 'new'>()
  const [archiving, setArchiving] = useState<Referrer>()
  const archive = useArchiveReferrer()
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    setEditing(undefined)
    setArchiving(undefined)
    // The row with the button that opened the dialog may be gone.
    place.current?.querySelector('input')?.focus()
  }
  return (
    <SectionCard
      title={title}
      subtitle={texts.referrersHint}
      isFlush
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setEditing('new')}
        >
          {texts.addReferrer}
        </Button>
      }
    >
      <div className={classes.search} ref={place}>
        <SearchField label={texts.searchReferrers} value={search} onSearch={setSearch} />
      </div>
      {!referrers ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Spinner />
        )
      ) : referrers.length === 0 ? (
        <p className={classes.none}>{search === '' ? texts.none : texts.noneFound}</p>
      ) : (
        <ul className={classes.list} aria-label={texts.referrers}>
          {referrers.map((referrer) => (
            <li key={referrer.id} className={classes.referrer}>
              <div className={classes.text}>
                <p className={classes.name}>
                  <bdi>{referrer.name}</bdi>
                  <StatusBadge tone="neutral" icon={null}>
                    {texts.KINDS[referrer.kind]}
                  </StatusBadge>
                </p>
                <p className={classes.facts}>
                  {referrer.phone && <PhoneLink phone={referrer.phone} />}
                  {referrer.email && <EmailLink email={referrer.email} />}
                  {referrer.licenseNumber && <span>{texts.license(referrer.licenseNumber)}</span>}
                </p>
              </div>
              <div className={classes.actions}>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={texts.editNamed(referrer.name)}
                  onClick={() => setEditing(referrer)}
                >
                  {words.edit}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={texts.archiveNamed(referrer.name)}
                  onClick={() => setArchiving(referrer)}
                >
                  {texts.archive}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <ReferrerDialog labId={labId} referrer={editing === 'new' ? undefined : editing} onClose={close} />
      )}
      {archiving && (
        <ConfirmDialog
          isOpen
          title={texts.askArchive(archiving.name)}
          message={texts.archiveMessage}
          confirmLabel={texts.archive}
          pendingLabel={texts.archiving}
          isPending={archive.isPending}
          onConfirm={() =>
            archive.mutate(archiving.id, {
              onSuccess: () => toastSuccess(texts.archived),
              onError: (failure) => toastError(failure),
              onSettled: close,
            })
          }
          onCancel={close}
        />
      )}
    </SectionCard>
  )
}
