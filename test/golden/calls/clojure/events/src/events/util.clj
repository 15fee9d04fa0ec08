(ns events.util)

(def ^:dynamic *logger* println)

(defn log [& parts]
  (apply *logger* parts))

(defn now [] (System/currentTimeMillis))

(defn stamp [event]
  (assoc event :at (now)))

(defmacro with-timing [label & body]
  `(let [start# (now)
         result# (do ~@body)]
     (log ~label (- (now) start#))
     result#))

(defn index-by [f coll]
  (into {} (map (juxt f identity)) coll))

(defn retry [n f & args]
  (loop [i n]
    (let [result (apply f args)]
      (if (or result (zero? i)) result (recur (dec i))))))
