import { Skeleton } from '@mantine/core'
import { IconRefresh, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { StaffMember } from '@zelab/contract'
import { STAFF_ROLES } from '@zelab/contract/access'
import { useAppDataStore } from '../../lib/app-data-store.ts'
import { messageOf } from '../../lib/api-error.ts'
import { defaultPageSize } from '../../lib/brand.ts'
import { useCan } from '../../lib/session-store.ts'
import { readOneOf, readWholeNumber, withFilter } from '../../lib/search-params.ts'
import { usersQuery } from '../../lib/queries/users.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { FilterBar, SelectChip } from '../../ui/table/filter-chip.tsx'
import { TableMenu } from '../../ui/table/table-menu.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { Fetching } from '../../ui/list/fetched.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { ResetNotice } from './reset-notice.tsx'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'
import { pageOf, searchUsers } from './user-search.ts'
import { UserTable } from './user-table.tsx'

/** The server returns all users; search and page apply on the client and are part of the URL. */
export function UsersPage() {
  const query = useQuery(usersQuery())
  const { data: users, error, isFetching, refetch } = query
  // A failed refetch keeps the loaded list on screen.
  if (!users && error)
    return (
      <StatusPage
        title={texts.loadFailed}
        backTo="/user/dashboard"
        actions={
          <SubmitButton
            leftSection={<IconRefresh size={16} />}
            onClick={() => void refetch()}
            isPending={isFetching}
          >
            {words.retry}
          </SubmitButton>
        }
      >
        <p role="alert">{messageOf(error)}</p>
      </StatusPage>
    )
  return (
    <>
      <PageHeader
        title={texts.users}
        backTo="/user/dashboard"
        aside={<TotalUsers count={users?.length} />}
        actions={
          <>
            <TableMenu />
            <AddUserLink />
          </>
        }
      />
      <ResetNotice>
        <UserList query={query} />
      </ResetNotice>
    </>
  )
}

function TotalUsers({ count }: { count: number | undefined }) {
  if (count === undefined) return <Skeleton height="1.25rem" width="6.5rem" />
  return (
    <StatusBadge tone="accent" icon={IconUsers}>
      {texts.totalUsers(count)}
    </StatusBadge>
  )
}

function AddUserLink() {
  const may = useCan()
  if (!may('users:add')) return null
  return (
    <ButtonLink to="/user/users/add" leftSection={<IconUserPlus size={16} stroke={1.75} />}>
      {texts.addUser}
    </ButtonLink>
  )
}

const ROLE_CHOICES = [
  { value: '', label: texts.anyRole },
  ...STAFF_ROLES.map((role) => ({ value: role, label: role })),
]

function UserList({ query }: { query: Fetching<readonly StaffMember[]> }) {
  const search = useSearch({ from: '/_shell/user/users/' })
  const navigate = useNavigate()
  const labs = useAppDataStore((state) => state.labs)
  const go = (change: typeof search, replace = false) =>
    void navigate({ to: '/user/users', search: change, replace, resetScroll: false })
  const isNarrowed = [search.search, search.role, search.labId].some((value) => value !== undefined)
  const found = query.data && searchUsers(query.data, search)
  const shown = found && pageOf(found, search)
  return (
    <Sheet>
      <FilterBar
        label={texts.users}
        search={
          <SearchField
            label={texts.searchUsers}
            value={search.search ?? ''}
            onSearch={(text) => go(withFilter(search, { search: text || undefined }), true)}
          />
        }
      >
        <SelectChip
          label={texts.role}
          chosen={search.role}
          choices={ROLE_CHOICES}
          value={search.role ?? ''}
          onChange={(role) => go(withFilter(search, { role: readOneOf(role, STAFF_ROLES) }))}
          onClear={() => go(withFilter(search, { role: undefined }))}
        />
        <SelectChip
          label={texts.lab}
          chosen={
            search.labId === undefined
              ? undefined
              : (labs.find(({ id }) => id === search.labId)?.name ?? `#${search.labId}`)
          }
          choices={[
            { value: '', label: texts.anyLab },
            ...labs.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(search.labId ?? '')}
          onChange={(id) => go(withFilter(search, { labId: readWholeNumber(id) }))}
          onClear={() => go(withFilter(search, { labId: undefined }))}
        />
      </FilterBar>
      <PagedList
        query={{
          ...query,
          data: shown && {
            data: shown.rows,
            pagination: {
              page: shown.page,
              limit: shown.rows.length,
              totalItems: found.length,
              totalPages: shown.pageCount,
            },
          },
        }}
        nothing={
          <EmptyState
            icon={IconUsers}
            title={texts.noDataFound}
            description={isNarrowed ? texts.tryAnotherSearch : undefined}
          />
        }
        onPageChange={(page) => go({ ...search, page })}
        pageSize={{
          value: search.limit ?? defaultPageSize(),
          onChange: (limit) => go(withFilter(search, { limit })),
        }}
      >
        {({ rows }) => <UserTable rows={rows} />}
      </PagedList>
    </Sheet>
  )
}
