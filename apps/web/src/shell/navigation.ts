import type { Icon } from '@tabler/icons-react'
import {
  IconAddressBook,
  IconBuildingHospital,
  IconFileText,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListDetails,
  IconPhoneCall,
  IconRubberStamp,
  IconSend,
  IconSettings,
  IconStethoscope,
  IconUserPlus,
  IconUsers,
  IconUserShield,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Permission } from '@zelab/contract/access'
import { useLabUsesVisits, useUsesCritical, useUsesTwoPersons } from '../lib/app-data-store.ts'
import * as texts from './texts.tsx'

interface LabUses {
  critical: boolean
  visits: boolean
  release: boolean
}

export interface NavigationItem {
  label: string
  to: NonNullable<LinkProps['to']>
  icon: Icon
  /** Absent for entries that every user may see. */
  needs?: Permission
  /** An action; the search lists it separately from pages. */
  isAction?: true
  count?: 'critical' | 'deliveries' | 'inbox' | 'release' | 'toDo'
  /** Only for labs that use it. */
  isOf?: keyof LabUses
  /** Shortcut: one key, or a sequence of two keys separated by a space. */
  keys?: string
}

export interface NavigationGroup {
  label: string
  items: readonly NavigationItem[]
}

const DASHBOARD_ITEM: NavigationItem = {
  label: texts.dashboard,
  to: '/user/dashboard',
  icon: IconLayoutDashboard,
  count: 'toDo',
  keys: 'g d',
}

const INBOX_ITEM: NavigationItem = {
  label: texts.inbox,
  to: '/user/inbox',
  icon: IconInbox,
  needs: 'reports:publish',
  count: 'inbox',
  keys: 'g b',
}

const FIRST_ITEMS = [DASHBOARD_ITEM, INBOX_ITEM]

/** In the sidebar of labs with two people, and while something awaits release. */
export const RELEASE_ITEM: NavigationItem = {
  label: texts.awaitingRelease,
  to: '/user/release',
  icon: IconRubberStamp,
  needs: 'reports:publish',
  count: 'release',
  keys: 'g a',
}

/** Groups of the sidebar. The permission of an entry decides who sees it. */
const MAIN_NAVIGATION: readonly NavigationGroup[] = [
  {
    label: texts.users,
    items: [
      { label: texts.allUsers, to: '/user/users', icon: IconUserShield, needs: 'users:view', keys: 'g u' },
      { label: texts.addUser, to: '/user/users/add', icon: IconUserPlus, needs: 'users:add', isAction: true },
    ],
  },
  {
    label: texts.labs,
    items: [
      { label: texts.allLabs, to: '/user/labs', icon: IconBuildingHospital, needs: 'labs:view', keys: 'g l' },
    ],
  },
  {
    label: texts.patients,
    items: [
      {
        label: texts.viewPatients,
        to: '/user/patients',
        icon: IconUsers,
        needs: 'patients:view',
        keys: 'g p',
      },
      {
        label: texts.addPatient,
        to: '/user/patients/add',
        icon: IconAddressBook,
        needs: 'patients:add',
        isAction: true,
        keys: 'n',
      },
    ],
  },
  {
    label: texts.reports,
    items: [
      {
        label: texts.viewReports,
        to: '/user/reports',
        icon: IconFileText,
        needs: 'reports:view',
        keys: 'g r',
      },
      {
        label: texts.deliveries,
        to: '/user/deliveries',
        icon: IconSend,
        needs: 'reports:send',
        count: 'deliveries',
        keys: 'g e',
      },
      {
        label: texts.insights,
        to: '/user/insights',
        icon: IconListDetails,
        needs: 'insights:view',
        keys: 'g i',
      },
      // Last, because what appears later moves nothing there.
      {
        label: texts.criticalResults,
        to: '/user/critical',
        icon: IconPhoneCall,
        needs: 'reports:view',
        count: 'critical',
        isOf: 'critical',
        keys: 'g c',
      },
      {
        label: texts.referrers,
        to: '/user/referrers',
        icon: IconStethoscope,
        needs: 'visits:edit',
        isOf: 'visits',
      },
    ],
  },
]

const SECONDARY_NAVIGATION: readonly NavigationItem[] = [
  { label: texts.activityLogs, to: '/user/logs/activity', icon: IconHistory, needs: 'users:view' },
  {
    label: texts.settings,
    to: '/user/settings/general',
    icon: IconSettings,
    needs: 'settings:general',
    keys: 'g s',
  },
  { label: texts.contact, to: '/user/contact', icon: IconLifebuoy },
]

type May = (permission: Permission) => boolean

const allowed = (items: readonly NavigationItem[], may: May): NavigationItem[] =>
  items.filter(({ needs }) => needs === undefined || may(needs))

export const useLabUses = (): LabUses => ({
  critical: useUsesCritical(),
  visits: useLabUsesVisits(),
  release: useUsesTwoPersons(),
})

const NONE: LabUses = { critical: false, visits: false, release: false }

export const navigationFor = (may: May, uses = NONE): NavigationGroup[] =>
  MAIN_NAVIGATION.map((group) => ({
    ...group,
    items: allowed(group.items, may).filter(({ isOf }) => !isOf || uses[isOf]),
  })).filter(({ items }) => items.length > 0)

export const secondaryNavigationFor = (may: May): NavigationItem[] => allowed(SECONDARY_NAVIGATION, may)

/** Above the groups of the sidebar. */
export const firstItemsFor = (may: May): NavigationItem[] => allowed(FIRST_ITEMS, may)
