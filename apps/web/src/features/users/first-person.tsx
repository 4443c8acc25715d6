import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Lab } from '@zelab/contract'
import { STAFF_USER_TYPES } from '@zelab/contract/access'
import { CONFIRM } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { usersQuery } from '../../lib/queries/users.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { Hint, Isolated, Ltr } from '../../ui/display/inline.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { PasswordFields } from './password-fieldset.tsx'
import * as texts from './texts.ts'
import { newUserResolver, useCreateUser } from './use-add-user.ts'
import { EMPTY_USER, type CheckedUser, type UserFields } from './user-form.ts'
import { ContactFields, NameField, RoleFields } from './user-fieldset.tsx'

const PEOPLE_SHOWN = 5
const DOCTOR = String(STAFF_USER_TYPES.find(({ name }) => name === 'Doctor')?.id)

/** The form for the first person of the first lab. */
export function FirstPersonForm({ lab }: { lab: Lab }) {
  const { create } = useCreateUser()
  const form = useForm<UserFields, unknown, CheckedUser>({
    resolver: newUserResolver,
    defaultValues: { ...EMPTY_USER, userTypeId: DOCTOR, labId: String(lab.id) },
  })
  return (
    <FormCard
      title={texts.firstPerson}
      subtitle={texts.firstPersonHint}
      form={form}
      name="first person"
      except={['password', 'confirmPassword']}
      question={({ name }) => ({
        title: texts.askAddUser,
        message: CONFIRM.addUser(name),
        confirmLabel: texts.addUser,
        pendingLabel: texts.creatingUser,
      })}
      onSave={async (user) => toastSuccess(await create(user))}
      success={null}
      submitLabel={texts.createUser}
      pendingLabel={texts.creatingUser}
    >
      <NameField form={form} />
      <RoleFields form={form} />
      <ContactFields form={form} />
      <PasswordFields form={form} />
    </FormCard>
  )
}

/** How the people of the lab sign in. */
export function FirstPeople() {
  const query = useQuery(usersQuery())
  const address = `${window.location.origin}/login`
  return (
    <Fetched query={query}>
      {(users) => (
        <Stack gap="xs">
          {users
            .filter(({ lab, status }) => lab !== null && status !== 'deactivated')
            .slice(0, PEOPLE_SHOWN)
            .map(({ id, fullName, email, status }) => (
              <Text key={id}>
                <Isolated>{fullName}</Isolated> {status === 'invited' ? texts.hasInvitation : texts.canSignIn}{' '}
                <Ltr>{email}</Ltr>
              </Text>
            ))}
          <Group gap="xs">
            <Hint>
              {texts.signInAddress} <Ltr>{address}</Ltr>
            </Hint>
            <CopyButton text={address} label={texts.copyAddress} />
          </Group>
        </Stack>
      )}
    </Fetched>
  )
}
