import { Skeleton } from '@mantine/core'
import { IconRefresh, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { StaffMember } from '@zelab/contract'
import { PAGE_SIZES } from '@zelab/contract/limits'
import { messageOf } from '../../lib/api-error.ts'
import { defaultPageSize } from '../../lib/brand.ts'
import { useCan } from '../../lib/session-store.ts'
import { withFilter } from '../../lib/search-params.ts'
import { usersQuery } from '../../lib/queries/users.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { TableMenu } from '../../ui/table/table-menu.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PaginationBar } from '../../ui/list/pagination-bar.tsx'
import { ResultCount } from '../../ui/list/result-count.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { ResetNotice } from './reset-notice.tsx'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'
import { pageOf, searchUsers } from './user-search.ts'
import { UserTable } from './user-table.tsx'
import classes from './users.module.css'

/** The server returns all users; search and page apply on the client and are part of the URL. */
export function UsersPage() {
  const { data: users, error, isFetching, refetch } = useQuery(usersQuery())
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
        <UserList users={users} />
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

function UserList({ users }: { users: readonly StaffMember[] | undefined }) {
  const search = useSearch({ from: '/_shell/user/users/' })
  const navigate = useNavigate()
  const go = (change: typeof search, replace = false) =>
    void navigate({ to: '/user/users', search: change, replace, resetScroll: false })
  const found = users && searchUsers(users, search.search)
  const shown = found && pageOf(found, search)
  return (
    <Sheet>
      <div className={classes.bar} role="search" aria-label={texts.users}>
        <SearchField
          label={texts.searchUsers}
          value={search.search ?? ''}
          onSearch={(text) => go(withFilter(search, { search: text || undefined }), true)}
        />
      </div>
      <ResultCount count={found?.length} />
      {shown?.rows.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title={texts.noDataFound}
          description={search.search && texts.tryAnotherSearch}
        />
      ) : (
        <UserTable rows={shown?.rows} />
      )}
      <PaginationBar
        page={shown?.page ?? 1}
        pageCount={shown?.pageCount}
        onPageChange={(page) => go({ ...search, page })}
        pageSize={{
          value: search.limit ?? defaultPageSize(),
          choices: PAGE_SIZES,
          onChange: (limit) => go(withFilter(search, { limit })),
        }}
      />
    </Sheet>
  )
}
