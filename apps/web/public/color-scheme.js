// Sets the color scheme before the first paint, also for pages without another script.
// A separate file, because the content security policy forbids inline scripts. The key and the values are those of
// src/ui/theme/theme-provider.tsx.
;(function () {
  const system = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    let choice = 'auto'
    try {
      choice = localStorage.getItem('zelab-color-scheme') || 'auto'
    } catch {
      // Storage may be switched off; the system's own scheme is used then.
    }
    const isDark = choice === 'dark' || (choice === 'auto' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  }
  apply()
  system.addEventListener('change', apply)
})()
