import { ActionIcon, Button } from '@mantine/core'
import { useBrand } from '../../lib/brand.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { useColorSchemeSwitch } from '../../ui/theme/color-scheme.ts'
import * as texts from './texts.ts'
import classes from './top-bar.module.css'

/** Scrolls to a section of this page, never to a guarded one (AMB-88); focus follows the scroll position. */
const showSection = (id: string): void => {
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}

export function TopBar({ onGetStarted }: { onGetStarted: () => void }) {
  const colorScheme = useColorSchemeSwitch()
  const productName = useBrand((brand) => brand.productName)
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <span className={classes.brand}>
          <BrandMark size={30} />
          <span className={classes.name}>{productName}</span>
        </span>
        <nav className={classes.nav} aria-label={texts.topBar}>
          <Button
            variant="subtle"
            color="gray"
            className={classes.section}
            onClick={() => showSection('about')}
          >
            {texts.about}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            className={classes.section}
            onClick={() => showSection('contact')}
          >
            {texts.contact}
          </Button>
          {/* No tooltip, which would double the size of this page. */}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={colorScheme.label}
            title={colorScheme.label}
            onClick={colorScheme.toggle}
          >
            <colorScheme.icon size={18} stroke={1.75} />
          </ActionIcon>
          <Button onClick={onGetStarted}>{texts.getStarted}</Button>
        </nav>
      </div>
    </header>
  )
}
