// SPDX-License-Identifier: MIT
// Light and dark: as the reader's system is, until the button is pressed. Paper is light.

const Theme = (() => {
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    let chosen = null;

    const current = () => chosen || (system.matches ? "dark" : "light");
    const apply = () => State.setTheme(current());

    function toggle() {
        chosen = current() === "dark" ? "light" : "dark";
        apply();
    }

    function start(views) {
        Dom.find("theme").addEventListener("click", toggle);
        system.addEventListener("change", apply);
        window.addEventListener("beforeprint", () => {
            State.setTheme("light");
            views.forEach((view) => view.flatten());
        });
        window.addEventListener("afterprint", apply);
        apply();
    }

    return {start, toggle};
})();
