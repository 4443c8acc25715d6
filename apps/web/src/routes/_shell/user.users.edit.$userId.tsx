import { createFileRoute } from '@tanstack/react-router'
import { NewLabDialog } from '../../features/labs/new-lab-dialog.tsx'
import { EditUserPage } from '../../features/users/edit-user-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/users/edit/$userId')({
  beforeLoad: requirePermission('users:edit'),
  loader: preparePhoneField,
  component: () => <EditUserPage renderNewLabDialog={(dialog) => <NewLabDialog {...dialog} />} />,
})
