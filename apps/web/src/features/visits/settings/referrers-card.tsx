import { Button, Group, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Referrer } from '@zelab/contract'
import { REFERRER_KINDS } from '@zelab/contract/limits'
import { useRef, useState } from 'react'
import { referrersQuery } from '../../../entities/visit/queries.ts'
import { EmailLink, PhoneLink } from '../../../ui/display/contact-links.tsx'
import { Hint } from '../../../ui/display/inline.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { Facts, RecordItem, RecordList } from '../../../ui/list/record-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as words from '../../../ui/texts.ts'
import { ReferrerDialog } from './referrer-dialog.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'

/** The first referrers by name; the search finds the others. */
export function ReferrersCard({ labId, title = texts.referrers }: { labId: number; title?: string }) {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<Referrer['kind']>()
  const query = useQuery(referrersQuery(labId, search, kind))
  const [editing, setEditing] = useState<Referrer | 'new'>()
  const [archiving, setArchiving] = useState<Referrer>()
  const archive = useEndpoint(pageApi.visits.archiveReferrer)
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
      <Group p="md" gap="sm" mod="ruled" ref={place}>
        <SearchField label={texts.searchReferrers} value={search} onSearch={setSearch} />
        <NativeSelect
          aria-label={texts.kind}
          value={kind ?? ''}
          data={[
            { value: '', label: texts.allKinds },
            ...REFERRER_KINDS.map((value) => ({ value, label: texts.KINDS[value] })),
          ]}
          onChange={({ currentTarget }) =>
            setKind(REFERRER_KINDS.find((value) => value === currentTarget.value))
          }
        />
      </Group>
      <RecordList
        query={query}
        label={texts.referrers}
        nothing={search === '' && kind === undefined ? texts.none : texts.noneFound}
      >
        {(referrer) => (
          <RecordItem
            key={referrer.id}
            name={<bdi>{referrer.name}</bdi>}
            tags={
              <StatusBadge tone="neutral" icon={null}>
                {texts.KINDS[referrer.kind]}
              </StatusBadge>
            }
            actions={
              <>
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
              </>
            }
          >
            <Facts>
              {referrer.phone && <PhoneLink phone={referrer.phone} />}
              {referrer.email && <EmailLink email={referrer.email} />}
              {referrer.licenseNumber && texts.license(referrer.licenseNumber)}
            </Facts>
            {referrer.note && (
              <Hint dir="auto" style={{ whiteSpace: 'pre-line' }}>
                {referrer.note}
              </Hint>
            )}
          </RecordItem>
        )}
      </RecordList>
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
            archive.mutate(
              { params: { id: archiving.id } },
              {
                onSuccess: () => toastSuccess(texts.archived),
                onError: (failure) => toastError(failure),
                onSettled: close,
              },
            )
          }
          onCancel={close}
        />
      )}
    </SectionCard>
  )
}
