import type { Permission } from '@zelab/contract/access'
import { can } from '@zelab/contract/access'
import { useSessionStore } from './session-store.ts'

/** Asks for the signed-in user: `const may = useCan(); may('patients:add')`. */
export const useCan = (): ((permission: Permission) => boolean) => {
  const role = useSessionStore((state) => state.user?.userType.name)
  return (permission) => role !== undefined && can(role, permission)
}
