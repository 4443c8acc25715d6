export const USER_TYPES = [
  { id: 1, name: 'Admin' },
  { id: 2, name: 'Doctor' },
  { id: 3, name: 'Technician' },
  { id: 4, name: 'Receptionist' },
  { id: 5, name: 'Patient' },
] as const

export type UserType = (typeof USER_TYPES)[number]
export type Role = UserType['name']
export type StaffRole = Exclude<Role, 'Patient'>

export const ADMIN_USER_TYPE_ID = 1

/** Roles that Add User offers: ids 1 to 4 (section 3). */
export const STAFF_USER_TYPES = USER_TYPES.filter(
  (type): type is Exclude<UserType, { name: 'Patient' }> => type.name !== 'Patient',
)
export const STAFF_ROLES = STAFF_USER_TYPES.map((type) => type.name)

export const roleOfUserType = (id: number): Role => {
  const type = USER_TYPES.find((candidate) => candidate.id === id)
  if (!type) throw new RangeError(`There is no user type ${id}`)
  return type.name
}

export const PERMISSIONS = [
  'users:view',
  'users:add',
  'users:edit',
  'users:delete',
  /** Guards changes of labs too: the specification has no other permission for them (PERM-09). */
  'labs:view',
  'patients:view',
  'patients:add',
  'patients:edit',
  'patients:delete',
  'reports:view',
  'reports:publish',
  'reports:edit',
  'reports:delete',
  'settings:general',
  'settings:security',
] as const

/** Permissions in addition to the specification's table, with their roles. */
export const FURTHER_PERMISSIONS = {
  'insights:view': ['Admin', 'Doctor'],
  'reports:send': ['Admin', 'Doctor', 'Technician', 'Receptionist'],
  /** A Technician only when the lab says so. */
  'reports:release': ['Doctor', 'Technician'],
  'reports:resend': ['Admin', 'Doctor'],
  'reports:confirm-error': ['Admin', 'Doctor'],
  'visits:edit': ['Admin', 'Doctor', 'Technician', 'Receptionist'],
  'visits:waive': ['Admin', 'Doctor'],
  'critical:edit': ['Doctor', 'Technician'],
  'critical:allow-message': ['Doctor'],
  'critical:remove-flag': ['Doctor'],
} as const satisfies Record<string, readonly StaffRole[]>

type TablePermission = (typeof PERMISSIONS)[number]
export type Permission = TablePermission | keyof typeof FURTHER_PERMISSIONS

/** Patient has no entry and therefore no permissions (AMB-15). */
export const ROLE_PERMISSIONS = {
  Admin: [
    'users:view',
    'users:add',
    'users:edit',
    'users:delete',
    'labs:view',
    'patients:view',
    'patients:add',
    'patients:edit',
    'patients:delete',
    'reports:view',
    'reports:publish',
    'settings:general',
    'settings:security',
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
    'patients:view',
    'patients:add',
    'reports:view',
    'reports:publish',
    'reports:edit',
    'reports:delete',
  ],
  Receptionist: ['patients:view', 'patients:add', 'reports:view'],
} as const satisfies Record<StaffRole, readonly TablePermission[]>

export const can = (role: Role, permission: Permission): boolean =>
  role !== 'Patient' &&
  ((ROLE_PERMISSIONS[role] as readonly Permission[]).includes(permission) ||
    (FURTHER_PERMISSIONS as Partial<Record<Permission, readonly Role[]>>)[permission]?.includes(role) ===
      true)

export const isStaffRole = (role: Role): role is StaffRole => role !== 'Patient'
