import { describe, expect, it } from 'vitest'
import {
  ADMIN_USER_TYPE_ID,
  can,
  FURTHER_PERMISSIONS,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  STAFF_USER_TYPES,
  USER_TYPES,
  type Permission,
  type Role,
} from './access.ts'

/** The permissions of each role (section 6), independent of the code under test. */
const TABLE: Record<Role, Permission[]> = {
  Admin: [
    'users:view',
    'users:add',
    'users:edit',
    'users:delete',
    'patients:view',
    'patients:add',
    'patients:edit',
    'patients:delete',
    'reports:view',
    'reports:publish',
    'settings:general',
    'settings:security',
    'labs:view',
  ],
  Doctor: [
    'patients:view',
    'patients:add',
    'patients:edit',
    'reports:view',
    'reports:publish',
    'reports:edit',
    'reports:delete',
  ],
  Technician: [
    'patients:add',
    'patients:view',
    'reports:view',
    'reports:publish',
    'reports:edit',
    'reports:delete',
  ],
  Receptionist: ['patients:view', 'patients:add', 'reports:view'],
  Patient: [],
}

const expectTable = (role: Role) => {
  for (const permission of PERMISSIONS)
    expect(can(role, permission), `${role} ${permission}`).toBe(TABLE[role].includes(permission))
}

describe('the permission table', () => {
  it('depends on the name of the role [PERM-01]', () => {
    expect(Object.keys(ROLE_PERMISSIONS)).toEqual(['Admin', 'Doctor', 'Technician', 'Receptionist'])
  })
  it('contains the groups and actions of the specification [PERM-02 PERM-03 PERM-04 PERM-05 PERM-06]', () => {
    for (const permission of [
      'users:view',
      'users:add',
      'labs:view',
      'patients:view',
      'patients:add',
      'reports:view',
      'reports:publish',
      'settings:general',
    ])
      expect(PERMISSIONS).toContain(permission)
  })
  it('writes every permission as group:action [PERM-07]', () => {
    for (const permission of PERMISSIONS)
      expect(permission).toMatch(/^(users|labs|patients|reports|settings):[a-z]+$/)
  })
  it('lists the additional permissions [PERM-08]', () => {
    for (const permission of [
      'users:edit',
      'users:delete',
      'patients:edit',
      'patients:delete',
      'reports:edit',
      'reports:delete',
      'settings:security',
    ])
      expect(PERMISSIONS).toContain(permission)
  })
  it('names no labs permission but view [PERM-09]', () => {
    expect(PERMISSIONS.filter((permission) => permission.startsWith('labs:'))).toEqual(['labs:view'])
  })
  it('gives the Admin exactly these [PERM-ADMIN-01..14]', () => expectTable('Admin'))
  it('gives the Doctor exactly these [PERM-DOCTOR-01..08]', () => expectTable('Doctor'))
  it('gives the Technician exactly these [PERM-TECHNICIAN-01..07]', () => expectTable('Technician'))
  it('gives the Receptionist exactly these [PERM-RECEPTIONIST-01..04]', () => expectTable('Receptionist'))
  it('lists nothing for Patient [PERM-11]', () => {
    expect(ROLE_PERMISSIONS).not.toHaveProperty('Patient')
    expectTable('Patient')
  })
})

describe('additional permissions', () => {
  it('leave the table unchanged, and limit insights to Admin and Doctor [INSIGHT-01]', () => {
    expect(Object.keys(FURTHER_PERMISSIONS)).toEqual([
      'insights:view',
      'reports:send',
      'reports:release',
      'reports:resend',
      'reports:confirm-error',
      'visits:edit',
      'visits:waive',
      'critical:edit',
      'critical:allow-message',
      'critical:remove-flag',
    ])
    const holders = (Object.keys(TABLE) as Role[]).filter((role) => can(role, 'insights:view'))
    expect(holders).toEqual(['Admin', 'Doctor'])
  })
})

describe('the user types', () => {
  it('comprise five, ids 1 to 4 for staff, 1 for the Admin [SHELL-02 API-ENT-12 API-ENT-13 API-ENT-14 CONST-05]', () => {
    expect(USER_TYPES.map((type) => type.name)).toEqual([
      'Admin',
      'Doctor',
      'Technician',
      'Receptionist',
      'Patient',
    ])
    expect(STAFF_USER_TYPES.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Admin',
      '2 Doctor',
      '3 Technician',
      '4 Receptionist',
    ])
    expect(ADMIN_USER_TYPE_ID).toBe(1)
  })
})
