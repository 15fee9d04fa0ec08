(ns todo.protocols)

(defprotocol Completable
  "Things that can be done."
  (complete [this])
  (completed? [this]))

(defmulti describe :kind)

(defmethod describe :bug [b]
  (prefix "bug" (:title b)))

(defmethod describe :default [x]
  (prefix "task" (:title x)))

(defn prefix [p text] (str p ": " text))

(extend-protocol Completable
  String
  (complete [s] (mark s))
  (completed? [s] false))

(defn mark [s] (str "[x] " s))

(defmacro defcheck [name pred]
  `(defn ~name [x#] (check ~pred x#)))

(defn check [pred x] (boolean (pred x)))
