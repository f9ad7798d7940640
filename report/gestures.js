// SPDX-License-Identifier: MIT
// Pointers on a view: dragging moves it or draws a lasso, two fingers and the wheel zoom, a click
// chooses a node.

const Gestures = (() => {
    const CLICK = 5; // pixels: what moves less is a click

    function attach(view) {
        const canvas = view.canvases[1];
        const pointers = new Map(); // places by pointer
        let began = null; // where the drag began
        let drawing = false;

        const place = (event) => {
            const box = canvas.getBoundingClientRect();
            return [event.clientX - box.left, event.clientY - box.top];
        };

        const pair = () => {
            const [[ax, ay], [bx, by]] = [...pointers.values()];
            return {x: (ax + bx) / 2, y: (ay + by) / 2, gap: Math.hypot(ax - bx, ay - by)};
        };

        function moveTwo(event) {
            const before = pair();
            pointers.set(event.pointerId, place(event));
            const after = pair();
            view.pan(after.x - before.x, after.y - before.y);
            if (before.gap > 0)
                view.zoom(after.gap / before.gap, after.x, after.y);
        }

        function moveOne(event) {
            const [x, y] = place(event), [fromX, fromY] = pointers.get(event.pointerId);
            if (began && Math.hypot(x - began[0], y - began[1]) > CLICK)
                began = null;
            pointers.set(event.pointerId, [x, y]);
            if (drawing) {
                view.lasso.push([x, y]);
                view.drawOver();
            } else if (!began) {
                view.pan(x - fromX, y - fromY);
            }
        }

        function endLasso() {
            const line = view.lasso;
            drawing = false;
            view.lasso = null;
            view.setLassoing(false);
            if (line.length > 2)
                State.select(view.inside(line), `lassoed in the ${view.name}`);
            else
                view.drawOver();
        }

        canvas.addEventListener("pointerdown", (event) => {
            if (event.button > 0)
                return;
            canvas.focus({preventScroll: true});
            canvas.setPointerCapture(event.pointerId);
            pointers.set(event.pointerId, place(event));
            began = place(event);
            if (pointers.size === 1 && (view.lassoing || event.shiftKey)) {
                drawing = true;
                view.lasso = [began];
            }
        });
        canvas.addEventListener("pointermove", (event) => {
            if (pointers.size === 2 && pointers.has(event.pointerId))
                moveTwo(event);
            else if (pointers.has(event.pointerId))
                moveOne(event);
            else
                point(view, view.pick(...place(event)));
        });
        canvas.addEventListener("pointerup", (event) => {
            const clicked = began && pointers.size === 1;
            pointers.delete(event.pointerId);
            if (drawing && !clicked)
                endLasso();
            else if (drawing) {
                drawing = false;
                view.lasso = null;
            }
            if (clicked)
                State.focus(view.pick(...place(event), event.pointerType === "touch" ? 22 : 12));
        });
        canvas.addEventListener("pointercancel", (event) => {
            pointers.delete(event.pointerId);
            drawing = false;
            view.lasso = null;
        });
        canvas.addEventListener("pointerleave", () => point(view, -1));
        canvas.addEventListener("dblclick", () => view.fit());
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            view.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), ...place(event));
        }, {passive: false});
    }

    function point(view, node) {
        State.hover(node);
        view.showTip(node);
        view.stage.classList.toggle("pointing", node >= 0);
    }

    return {attach};
})();
