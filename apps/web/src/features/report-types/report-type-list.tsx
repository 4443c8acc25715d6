import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTags, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReportType } from '@zelab/contract'
import { useState } from 'react'
import { orNotAvailable } from '../../lib/format.ts'
import { useCan } from '../../lib/session-store.ts'
import { reportTypesQuery } from '../../lib/queries/lookups.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RecordTable } from '../../ui/table/record-table.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { ReportTypeDialog } from './report-type-dialog.tsx'
import * as texts from './texts.ts'
import { SUCCESS } from '@zelab/contract/messages'
import { useDeleteReportType } from './queries.ts'
import { DeleteDialog } from '../../ui/feedback/delete-dialog.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'

const SKELETON_ROWS = 6
/** Below this number a search field is not worth its room. */
const TYPES_WORTH_SEARCHING = 8

const COLUMNS: readonly Column<ReportType>[] = [
  {
    header: texts.typeTitle,
    width: '34%',
    cell: ({ title, isSensitive }) => (
      <>
        <Text span inherit fw={600}>
          {title}
        </Text>{' '}
        {isSensitive && (
          <StatusBadge tone="neutral" icon={null}>
            {texts.sensitive}
          </StatusBadge>
        )}
      </>
    ),
  },
  {
    header: texts.typeDescription,
    cell: ({ description }) => (
      <Text span inherit c="dimmed">
        {orNotAvailable(description)}
      </Text>
    ),
  },
]
const ACTIONS: Column<ReportType> = {
  header: texts.actions,
  width: '7rem',
  cell: (type) => <ReportTypeActions type={type} />,
}

const search = (types: readonly ReportType[], text: string) => {
  const wanted = text.trim().toLowerCase()
  return types.filter(({ title, description }) =>
    `${title}\n${description ?? ''}`.toLowerCase().includes(wanted),
  )
}

export function ReportTypesPage() {
  return (
    <Box maw="56rem">
      <PageHeader title={texts.reportTypes} subtitle={texts.reportTypesSubtitle} backTo="/user/reports" />
      <ReportTypeList />
    </Box>
  )
}

export function ReportTypeList() {
  const may = useCan()
  const mayChange = may('reports:edit') || may('reports:delete')
  const { data: types, error, isFetching, refetch } = useQuery(reportTypesQuery())
  const [text, setText] = useState('')
  if (!types && error)
    return (
      <Sheet>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Sheet>
    )
  const found = types && search(types, text)
  return (
    <Sheet>
      <Group justify="flex-end" gap="sm" px="md" py="sm" mod="ruled">
        {types && types.length >= TYPES_WORTH_SEARCHING && (
          <Box flex={1} miw="12rem" maw="22rem" me="auto" role="search" aria-label={texts.reportTypesTable}>
            <SearchField label={texts.searchReportTypes} value={text} onSearch={setText} />
          </Box>
        )}
        {may('reports:publish') && <AddButton />}
      </Group>
      {found?.length === 0 ? (
        <EmptyState
          icon={IconTags}
          title={texts.noReportTypesFound}
          description={text ? texts.tryAnotherSearch : texts.addFirst}
        />
      ) : (
        <RecordTable
          label={texts.reportTypesTable}
          columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
          renderCard={(type) => (
            <Stack component="article" gap={4} aria-label={type.title}>
              <Group justify="space-between" wrap="nowrap">
                <Text span inherit fw={600}>
                  {type.title}
                </Text>
                {mayChange && <ReportTypeActions type={type} />}
              </Group>
              {type.description && <Hint span>{type.description}</Hint>}
            </Stack>
          )}
          rows={found}
          rowKey={(type) => type.id}
          skeletonRows={SKELETON_ROWS}
        />
      )}
    </Sheet>
  )
}

function AddButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setIsOpen(true)}>
        {texts.newReportType}
      </Button>
      {isOpen && <ReportTypeDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Renames or deletes a report type. The server refuses to delete a type in use. */
function ReportTypeActions({ type }: { type: ReportType }) {
  const may = useCan()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const remove = useDeleteReportType(type.id)
  const close = () => setOpen(undefined)
  return (
    <Group gap={2} wrap="nowrap">
      {may('reports:edit') && (
        <IconButton label={texts.edit(type.title)} onClick={() => setOpen('edit')}>
          <IconPencil size={18} stroke={1.75} />
        </IconButton>
      )}
      {may('reports:delete') && (
        <IconButton
          label={texts.deleteType(type.title)}
          onClick={() => {
            remove.reset()
            setOpen('delete')
          }}
        >
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      )}
      {open === 'edit' && <ReportTypeDialog type={type} onClose={close} />}
      <DeleteDialog
        isOpen={open === 'delete'}
        title={texts.askDeleteReportType}
        message={texts.deleteQuestion(type.title)}
        error={remove.error}
        isPending={remove.isPending}
        onConfirm={() =>
          // Not with `mutate` callbacks, which do not run after the row unmounts.
          void remove.mutateAsync().then(
            () => toastSuccess(SUCCESS.reportTypeDeleted),
            () => undefined,
          )
        }
        onCancel={close}
      />
    </Group>
  )
}
