import { createFileRoute } from '@tanstack/react-router'
import { NewLabDialog } from '../../features/labs/new-lab-dialog.tsx'
import { AddUserPage } from '../../features/users/add-user-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/users/add')({
  beforeLoad: requirePermission('users:add'),
  loader: preparePhoneField,
  component: () => <AddUserPage renderNewLabDialog={(dialog) => <NewLabDialog {...dialog} />} />,
})
